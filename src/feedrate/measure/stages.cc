#include "feedrate/measure/stages.h"

#include <algorithm>

namespace feedrate::measure {

using contract::marks::Kind;
using contract::marks::Wait;

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

void Stages::take(const std::string& name, const contract::marks::Mark& mark, bool in_worker) {
  if (mark.kind != Kind::kStage || !counts(mark.time_ns)) return;
  const auto is_it = [&](const auto& sum) { return sum.name == name && sum.in_workers == in_worker; };
  auto found = std::find_if(sums_.begin(), sums_.end(), is_it);
  if (found == sums_.end()) found = sums_.insert(sums_.end(), contract::StageSum{name, in_worker, 0, 0, 0, 0});
  const double seconds = static_cast<double>(mark.a) * 1e-9;
  if (mark.b == static_cast<std::uint32_t>(Wait::kBusy)) {
    ++found->batches;
    found->busy_seconds += seconds;
  } else if (mark.b == static_cast<std::uint32_t>(Wait::kOnCpu)) {
    found->cpu_seconds += seconds;
  } else {
    found->wait_seconds += seconds;
  }
}

}  // namespace feedrate::measure
