#include "feedrate/measure/window.h"

#include <algorithm>
#include <vector>

#include "feedrate/measure/gaps.h"
#include "feedrate/measure/steady.h"
#include "feedrate/stats/summary.h"

namespace feedrate::measure {

using contract::marks::Mark;

WindowPlan plan_window(const contract::Window& window, int drain, int in_flight, std::int64_t epoch_batches) {
  // A loader that holds nothing back still has a first batch that pays for everything.
  const std::int64_t held = std::int64_t{drain} * std::max(in_flight, 1);
  const bool by_batches = window.unit == contract::Window::Unit::kBatches;
  const std::int64_t asked = by_batches ? window.count : std::int64_t{window.count} * epoch_batches;
  return {held, std::max(asked, held), !by_batches};
}

std::optional<contract::WindowEvidence> measure_window(std::span<const Mark> marks, const WindowPlan& plan) {
  auto gaps = steady_gaps(marks, {plan.drain, plan.whole_epochs ? std::nullopt : std::optional(plan.drain)});
  const auto batches = static_cast<std::size_t>(plan.batches);
  if (plan.batches < 1 || gaps.size() < batches) return {};
  gaps.resize(batches);
  contract::WindowEvidence out;
  out.drained = plan.drain;
  out.batches = plan.batches;
  std::vector<double> seconds;
  for (const auto& gap : gaps) {
    out.samples += gap.samples;
    out.bytes += static_cast<std::int64_t>(gap.bytes);
    seconds.push_back(static_cast<double>(gap.to_ns - gap.from_ns) * 1e-9);
    out.seconds += seconds.back();
  }
  if (out.seconds <= 0) return {};
  out.rate = static_cast<double>(out.samples) / out.seconds;
  if (const auto tested = test_steadiness(gaps)) {
    out.steady = tested->steady;
    if (!tested->steady) out.change = tested->reason;
  }
  std::sort(seconds.begin(), seconds.end());
  out.gap_p50 = stats::quantile(seconds, 0.5);
  out.gap_p90 = stats::quantile(seconds, 0.9);
  out.gap_p99 = stats::quantile(seconds, 0.99);
  return out;
}

}  // namespace feedrate::measure
