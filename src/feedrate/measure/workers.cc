#include "feedrate/measure/workers.h"

#include <algorithm>

namespace feedrate::measure {
namespace {

// Workers of equal speed are ahead of each other in turn; a few looks would not average that out.
constexpr std::int64_t kFewestWorkerLooks = 10;

}  // namespace

void Workers::look(const std::map<int, WorkerTurns>& now, double running_seconds) {
  const bool same =
      seen_.size() == now.size() && std::equal(now.begin(), now.end(), seen_.begin(),
                                               [](const auto& x, const auto& y) { return x.first == y.first; });
  if (!same) {
    seen_.clear();
    looks_ = 0;
    first_at_ = running_seconds;
    for (const auto& [pid, turns] : now) seen_[pid].first = turns;
  }
  last_at_ = running_seconds;
  for (const auto& [pid, turns] : now) {
    auto& seen = seen_[pid];
    seen.last = turns;
    seen.samples_sum += turns.samples;
  }
  ++looks_;
}

std::optional<Workers::Ends> Workers::ends() const {
  if (seen_.size() < 2 || looks_ < kFewestWorkerLooks) return {};
  const auto [last, foremost] = std::minmax_element(seen_.begin(), seen_.end(), [](const auto& x, const auto& y) {
    return x.second.samples_sum < y.second.samples_sum;
  });
  return Ends{foremost->second, last->second};
}

std::optional<double> Workers::lead() const {
  const auto found = ends();
  if (!found) return {};
  return (found->foremost.samples_sum - found->last.samples_sum) / static_cast<double>(looks_);
}

std::optional<double> Workers::slowness() const {
  const auto found = ends();
  if (!found) return {};
  const auto since = [](const Seen& seen) {
    return WorkerTurns{seen.last.samples - seen.first.samples, seen.last.ran_seconds - seen.first.ran_seconds,
                       seen.last.waited_seconds - seen.first.waited_seconds};
  };
  const auto foremost = since(found->foremost);
  const auto last = since(found->last);
  if (foremost.samples <= 0 || last.samples <= 0 || foremost.ran_seconds <= 0) return {};
  // Several threads may wait at once.
  const double took = std::max(last.ran_seconds, last_at_ - first_at_ - last.waited_seconds);
  return took / last.samples / (foremost.ran_seconds / foremost.samples);
}

}  // namespace feedrate::measure
