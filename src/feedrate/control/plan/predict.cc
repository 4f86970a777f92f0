#include "feedrate/control/plan/predict.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "feedrate/base/format.h"

namespace feedrate::control {
namespace {

// Before anything was measured: a Python loader on two cores, rounded.
constexpr double kGuessRate = 400;
constexpr double kGuessStart = 4;
// Of an operation, where its subject's process goes on with it.
constexpr double kGuessNext = 0.5;
// A burn-in goes on until freezing is shown harmless; twice the running time is usual.
constexpr double kBurnInFactor = 2;

}  // namespace

double predict_seconds(const Plan& plan, const History& history) {
  const auto& config = plan.inputs().config;
  double total = 0;
  std::set<std::size_t> begun;  // subjects of operations
  plan.for_each_comparison([&](const Comparison& comparison) {
    if (!plan.is_asked_for(comparison)) return true;
    double block = 0;
    const bool sliced = plan.wants_slices(comparison);
    for (const auto& each : comparison.cases) {
      const auto past = history.find(each.id);
      const PastCell cell = past == history.end() ? PastCell{kGuessRate, kGuessStart} : past->second;
      const auto& settings = each.what.settings;
      const int held =
          std::max(1, contract::in_flight(plan.inputs().subjects[each.subject].capability.in_flight, settings));
      const int drain = each.what.clock.drain * held;
      const auto& window = config.measure.window;
      const std::int64_t epoch = std::max<std::int64_t>(1, plan.inputs().data.items / settings.batch);
      const std::int64_t asked = window.count * (window.unit == contract::Window::Unit::kEpochs ? epoch : 1);
      const auto batches = static_cast<double>(drain + std::max<std::int64_t>(drain, asked));
      const bool goes_on = config.scope == contract::Scope::kTransform && !begun.insert(each.subject).second;
      block += goes_on ? kGuessNext : cell.first_batch_seconds.value_or(kGuessStart);
      block += batches * settings.batch / std::max(cell.rate, 1.0);
      if (sliced) block += config.measure.running.seconds;
    }
    total += block * config.measure.blocks;
    if (plan.wants_burn_in(comparison))
      total +=
          block + (kBurnInFactor - 1) * config.measure.running.seconds * static_cast<double>(comparison.cases.size());
    return true;
  });
  return total;
}

std::string about(double seconds) {
  if (seconds < 100) return format("{:.0f} s", std::max(1.0, std::round(seconds)));
  if (seconds < 5400) return format("{:.0f} min", std::round(seconds / 60));
  return format("{:.1f} h", seconds / 3600);
}

}  // namespace feedrate::control
