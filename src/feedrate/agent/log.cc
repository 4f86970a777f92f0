#include "feedrate/agent/log.h"

#include <algorithm>

#include "feedrate/base/format.h"

namespace feedrate::agent {

void Log::add(std::string_view text) {
  bytes_ += static_cast<std::int64_t>(text.size());
  const std::size_t to_head = std::min(text.size(), kHead - head_.size());
  head_.append(text.substr(0, to_head));
  tail_.append(text.substr(to_head));
  if (tail_.size() > 2 * kTail) tail_.erase(0, tail_.size() - kTail);
}

std::string Log::text() const {
  const auto cut = bytes_ - static_cast<std::int64_t>(head_.size() + tail_.size());
  if (cut <= 0 && tail_.size() <= kTail) return head_ + tail_;
  const std::string_view tail = std::string_view(tail_).substr(tail_.size() - std::min(tail_.size(), kTail));
  const auto lost = bytes_ - static_cast<std::int64_t>(head_.size() + tail.size());
  return format("{}\n[feedrate: {} bytes cut here]\n{}", head_, lost, tail);
}

std::string Log::last_line() const {
  const std::string joined = head_ + tail_;
  std::string_view all = joined;
  while (!all.empty() && (all.back() == '\n' || all.back() == ' ' || all.back() == '\r')) all.remove_suffix(1);
  const auto newline = all.rfind('\n');
  if (newline != std::string_view::npos) all.remove_prefix(newline + 1);
  constexpr std::size_t kMost = 300;
  return std::string(all.substr(0, kMost));
}

}  // namespace feedrate::agent
