#include "feedrate/measure/gaps.h"

#include <algorithm>
#include <limits>

#include "feedrate/stats/summary.h"

namespace feedrate::measure {
namespace {

using contract::marks::Kind;
using contract::marks::Mark;

constexpr std::int64_t kOpen = std::numeric_limits<std::int64_t>::max();

// Batches in order, and for each epoch that ended how many there were by then.
struct Epochs {
  std::vector<const Mark*> batches;
  std::vector<std::size_t> ends;

  explicit Epochs(std::span<const Mark> marks) {
    for (const auto& mark : marks) {
      if (mark.kind == Kind::kBatch) batches.push_back(&mark);
      if (mark.kind == Kind::kEpoch && !batches.empty() && (ends.empty() || ends.back() < batches.size()))
        ends.push_back(batches.size());
    }
  }
  // Decided by the first: an answer that changed with each epoch would move the window while it is filled.
  [[nodiscard]] bool too_short(std::int64_t settle) const {
    return !ends.empty() && static_cast<std::int64_t>(ends.front()) <= 2 * settle;
  }
};

}  // namespace

std::vector<Gap> steady_gaps(std::span<const Mark> marks, const Settling& settling) {
  const Epochs epochs(marks);
  const bool count_ends = !settling.again || epochs.too_short(*settling.again);
  std::vector<Gap> out;
  auto opens = static_cast<std::size_t>(settling.first);  // the batch whose mark opens the next stretch
  auto end = epochs.ends.begin();
  for (std::size_t i = 1; i < epochs.batches.size(); ++i) {
    while (end != epochs.ends.end() && *end <= i) {
      if (!count_ends) opens = std::max(opens, *end + static_cast<std::size_t>(*settling.again));
      ++end;
    }
    if (i <= opens) continue;
    const Mark& mark = *epochs.batches[i];
    out.push_back({epochs.batches[i - 1]->time_ns, mark.time_ns, mark.b, mark.a});
  }
  return out;
}

std::vector<Span> epoch_ends(std::span<const Mark> marks, std::int64_t held) {
  const Epochs epochs(marks);
  if (epochs.too_short(held)) return {};
  auto ends = epochs.ends;
  // One that is about to end has run dry already; it will be as long as the first.
  if (!ends.empty() && epochs.batches.size() < ends.back() + ends.front() &&
      epochs.batches.size() + static_cast<std::size_t>(held) > ends.back() + ends.front())
    ends.push_back(ends.back() + ends.front());
  std::vector<Span> out;
  for (const auto end : ends) {
    const auto before = static_cast<std::int64_t>(end) - 1 - held;
    const auto after = end + static_cast<std::size_t>(held);
    out.push_back({before < 0 ? 0 : epochs.batches[static_cast<std::size_t>(before)]->time_ns,
                   after < epochs.batches.size() ? epochs.batches[after]->time_ns : kOpen});
  }
  return out;
}

std::optional<contract::EpochEvidence> measure_epochs(std::span<const Mark> marks, std::int64_t settle) {
  const Epochs epochs(marks);
  if (epochs.ends.empty()) return {};
  contract::EpochEvidence out;
  out.ended = static_cast<std::int64_t>(epochs.ends.size());
  out.batches = static_cast<std::int64_t>(epochs.ends.front());
  out.counted = epochs.too_short(settle);
  std::vector<double> gaps;
  for (const auto end : epochs.ends)
    if (end < epochs.batches.size())
      gaps.push_back(static_cast<double>(epochs.batches[end]->time_ns - epochs.batches[end - 1]->time_ns) * 1e-9);
  std::sort(gaps.begin(), gaps.end());
  if (!gaps.empty()) out.gap_p50 = stats::quantile(gaps, 0.5);
  return out;
}

}  // namespace feedrate::measure
