#include "feedrate/measure/stages.h"

#include <algorithm>

namespace feedrate::measure {
namespace {

using contract::marks::Kind;
using contract::marks::Mark;
using contract::marks::Wait;

constexpr double kMillionth = 1e-6;

void add_time(contract::StageSum& sum, const Mark& mark) {
  const double seconds = static_cast<double>(mark.a) * 1e-9;
  switch (contract::marks::wait_of(mark.b)) {
    case Wait::kBusy:
      sum.batches += std::max<std::uint32_t>(1, mark.b >> 16U);
      sum.busy_seconds += seconds;
      return;
    case Wait::kOnCpu:
      sum.cpu_seconds += seconds;
      return;
    case Wait::kInput:
      sum.wait_seconds += seconds;
      return;
    case Wait::kOutput:
      sum.wait_out_seconds = sum.wait_out_seconds.value_or(0) + seconds;
      return;
  }
}

}  // namespace

Stages::Stages(const std::vector<std::pair<std::int64_t, std::int64_t>>& spans) {
  for (const auto& [from, to] : spans) {
    if (!spans_.empty() && std::prev(spans_.end())->second == from)
      std::prev(spans_.end())->second = to;
    else
      spans_[from] = to;
  }
}

bool Stages::counts(std::int64_t time_ns) const {
  const auto after = spans_.upper_bound(time_ns);
  return after != spans_.begin() && time_ns <= std::prev(after)->second;
}

void Stages::take(const std::string& name, const Mark& mark, bool by_worker) {
  const bool is_known = mark.kind == Kind::kStage || mark.kind == Kind::kQueue || mark.kind == Kind::kBytes;
  if (!is_known || !counts(mark.time_ns)) return;
  const bool is_time = mark.kind == Kind::kStage;
  const bool in_worker = by_worker || (is_time && (mark.b & contract::marks::kByThreads) != 0);
  // Bytes and queues do not say who: they belong to whatever has their name.
  const auto is_it = [&](const Seen& seen) {
    return seen.sum.name == name && (!is_time || seen.sum.in_workers == in_worker);
  };
  auto found = std::find_if(seen_.begin(), seen_.end(), is_it);
  if (found == seen_.end()) found = seen_.insert(seen_.end(), Seen{{name, in_worker, 0, 0, 0, 0}});
  if (is_time) add_time(found->sum, mark);
  if (mark.kind == Kind::kBytes) found->sum.bytes = found->sum.bytes.value_or(0) + static_cast<std::int64_t>(mark.a);
  if (mark.kind == Kind::kQueue) {
    found->filled += kMillionth * static_cast<double>(mark.a);
    found->looks += mark.b;
  }
}

std::vector<contract::StageSum> Stages::all() const {
  std::vector<contract::StageSum> out;
  for (const auto& seen : seen_) {
    out.push_back(seen.sum);
    if (seen.looks > 0) out.back().queue_fill = std::min(1.0, seen.filled / static_cast<double>(seen.looks));
  }
  return out;
}

}  // namespace feedrate::measure
