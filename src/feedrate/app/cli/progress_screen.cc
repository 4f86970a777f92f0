#include "feedrate/app/cli/progress_screen.h"

#include <cstdio>

#include "feedrate/app/cli/terminal.h"
#include "feedrate/base/format.h"
#include "feedrate/host/clock.h"

namespace feedrate::app {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kRedraw = kSecond / 10;
// Where lines pile up in a log: a new step at once, the same step now and then.
constexpr std::int64_t kRepeat = 15 * kSecond;

// Cuts to columns without splitting a UTF-8 character; every character here is one column wide.
std::string fitted(const std::string& text, std::size_t columns) {
  std::size_t used = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U) continue;
    if (used == columns) return text.substr(0, i);
    ++used;
  }
  return text;
}

}  // namespace

ProgressScreen::ProgressScreen() : terminal_(is_terminal(2)) {}

ProgressScreen::~ProgressScreen() { clear(); }

void ProgressScreen::show(const std::string& step, const std::string& detail) {
  const std::int64_t now = host::monotonic_ns();
  const bool new_step = step != last_step_;
  if (!new_step && now - last_line_ns_ < (terminal_ ? kRedraw : kRepeat)) return;
  last_step_ = step;
  last_line_ns_ = now;
  const std::string line = detail.empty() ? step : step + " · " + detail;
  if (terminal_) {
    const auto width = static_cast<std::size_t>(screen_of(2).width);
    std::fprintf(stderr, "\r\033[K%s", fitted(line, width > 1 ? width - 1 : 1).c_str());
    drawn_ = true;
  } else {
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  std::fflush(stderr);
}

void ProgressScreen::say(const std::string& line) {
  clear();
  std::fprintf(stderr, "%s\n", line.c_str());
}

void ProgressScreen::clear() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
  std::fflush(stderr);
}

}  // namespace feedrate::app
