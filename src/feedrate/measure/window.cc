#include "feedrate/measure/window.h"

#include <algorithm>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/stats/summary.h"

namespace feedrate::measure {

using contract::marks::Kind;
using contract::marks::Mark;

WindowPlan plan_window(const contract::Window& window, int drain, int in_flight, std::int64_t epoch_batches) {
  // A loader that holds nothing back still has a first batch that pays for everything.
  const std::int64_t held = std::int64_t{drain} * std::max(in_flight, 1);
  const std::int64_t asked =
      window.unit == contract::Window::Unit::kBatches ? window.count : std::int64_t{window.count} * epoch_batches;
  return {held, std::max(asked, held)};
}

std::optional<contract::WindowEvidence> measure_window(std::span<const Mark> marks, const WindowPlan& plan) {
  std::vector<const Mark*> batches;
  for (const auto& mark : marks)
    if (mark.kind == Kind::kBatch) batches.push_back(&mark);
  // drain batches, then the mark that opens the window, then its batches
  const auto first = static_cast<std::size_t>(plan.drain);
  const auto last = first + static_cast<std::size_t>(plan.batches);
  if (plan.batches < 1 || batches.size() <= last) return {};
  contract::WindowEvidence out;
  out.drained = plan.drain;
  out.batches = plan.batches;
  std::vector<double> gaps;
  for (std::size_t i = first + 1; i <= last; ++i) {
    out.samples += batches[i]->b;
    out.bytes += static_cast<std::int64_t>(batches[i]->a);
    gaps.push_back(static_cast<double>(batches[i]->time_ns - batches[i - 1]->time_ns) * 1e-9);
  }
  out.seconds = static_cast<double>(batches[last]->time_ns - batches[first]->time_ns) * 1e-9;
  if (out.seconds <= 0) return {};
  out.rate = static_cast<double>(out.samples) / out.seconds;
  std::sort(gaps.begin(), gaps.end());
  out.gap_p50 = stats::quantile(gaps, 0.5);
  out.gap_p90 = stats::quantile(gaps, 0.9);
  out.gap_p99 = stats::quantile(gaps, 0.99);
  return out;
}

}  // namespace feedrate::measure
