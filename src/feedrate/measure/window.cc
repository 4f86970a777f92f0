#include "feedrate/measure/window.h"

#include <algorithm>
#include <vector>

#include "feedrate/measure/steady.h"
#include "feedrate/stats/summary.h"

namespace feedrate::measure {

using contract::marks::Mark;

namespace {

// Workers that run in step hand out as many batches at once as there are workers, and then none for as long.
constexpr double kHiccup = 5;
// Fewer that were ready are soon gone, and every loader with workers has some.
constexpr std::int64_t kFewestEarly = 16;

// Of the batches that may have been made before anybody asked: a quarter of what is drained.
std::optional<double> early_rate(std::span<const Mark> marks, std::int64_t drain) {
  auto gaps = steady_gaps(marks, {0, std::nullopt});
  const std::int64_t held = drain / 4;
  if (held < kFewestEarly || static_cast<std::int64_t>(gaps.size()) < held) return {};
  double samples = 0;
  for (std::int64_t i = 0; i < held; ++i) samples += gaps[static_cast<std::size_t>(i)].samples;
  const double seconds =
      static_cast<double>(gaps[static_cast<std::size_t>(held - 1)].to_ns - gaps.front().from_ns) * 1e-9;
  if (seconds <= 0) return {};
  return samples / seconds;
}

void find_hiccups(std::span<const double> seconds, int workers, contract::WindowEvidence& out) {
  const double usual = out.seconds / static_cast<double>(seconds.size());
  std::int64_t found = 0;
  double late = 0;
  for (const double gap : seconds) {
    if (gap <= kHiccup * std::max(1, workers) * usual) continue;
    ++found;
    late += gap;
  }
  out.hiccups = found;
  out.hiccup_share = std::min(1.0, late / out.seconds);
}

}  // namespace

WindowPlan plan_window(const contract::Window& window, int drain, int in_flight, std::int64_t epoch_batches) {
  // A loader that holds nothing back still has a first batch that pays for everything.
  const std::int64_t held = std::int64_t{drain} * std::max(in_flight, 1);
  const bool by_batches = window.unit == contract::Window::Unit::kBatches;
  const std::int64_t asked = by_batches ? window.count : std::int64_t{window.count} * epoch_batches;
  return {held, std::max(asked, held), !by_batches, 0};
}

namespace {

// The gaps of the window; empty where the marks do not reach its end.
std::vector<Gap> window_gaps(std::span<const Mark> marks, const WindowPlan& plan) {
  auto gaps = steady_gaps(marks, {plan.drain, plan.whole_epochs ? std::nullopt : std::optional(plan.drain)});
  const auto batches = static_cast<std::size_t>(plan.batches);
  if (plan.batches < 1 || gaps.size() < batches) return {};
  gaps.resize(batches);
  return gaps;
}

}  // namespace

std::optional<std::pair<std::int64_t, std::int64_t>> window_span(std::span<const Mark> marks, const WindowPlan& plan) {
  const auto gaps = window_gaps(marks, plan);
  if (gaps.empty()) return {};
  return std::pair(gaps.front().from_ns, gaps.back().to_ns);
}

std::optional<contract::WindowEvidence> measure_window(std::span<const Mark> marks, const WindowPlan& plan,
                                                       std::span<const Gap> machine) {
  const auto gaps = window_gaps(marks, plan);
  if (gaps.empty()) return {};
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
    if (!tested->steady) {
      out.change = tested->reason;
      out.machine_change = explained_by(machine, gaps);
    }
  }
  find_hiccups(seconds, plan.workers, out);
  out.early_rate = early_rate(marks, plan.drain);
  std::sort(seconds.begin(), seconds.end());
  out.gap_p50 = stats::quantile(seconds, 0.5);
  out.gap_p90 = stats::quantile(seconds, 0.9);
  out.gap_p99 = stats::quantile(seconds, 0.99);
  return out;
}

}  // namespace feedrate::measure
