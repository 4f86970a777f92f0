#include "feedrate/control/campaign/tune_space.h"

#include <algorithm>
#include <cmath>

#include "feedrate/contract/ids.h"

namespace feedrate::control {
namespace {

template <class T>
void sort_out(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

template <class T>
TuneAxis axis_of(const char* name, const std::vector<T>& values) {
  TuneAxis out{name, {}};
  for (const auto& value : values) {
    if constexpr (std::is_same_v<T, bool>)
      out.values.emplace_back(value ? "true" : "false");
    else
      out.values.push_back(std::to_string(value));
  }
  return out;
}

int place_of(const std::vector<int>& values, int usual) {
  const auto found = std::find(values.begin(), values.end(), usual);
  return found == values.end() ? 0 : static_cast<int>(found - values.begin());
}

}  // namespace

void widen_axes(Axes& axes, double cpus, int least_workers) {
  if (axes.workers.size() == 1) {
    axes.workers.clear();
    // Every number up to the CPUs, for there the curve bends; beyond them only as many as may hide waiting.
    const int enough = std::max(4, static_cast<int>(std::lround(2 * cpus)));
    const int dense = std::max(4, static_cast<int>(std::lround(cpus)));
    for (int workers = least_workers; workers <= enough; workers += workers < std::min(dense, 8) ? 1 : 2)
      axes.workers.push_back(workers);
  }
  if (axes.prefetch.size() == 1) axes.prefetch = {1, 2, 4};
  sort_out(axes.workers);
  sort_out(axes.batch);
  sort_out(axes.prefetch);
  if (axes.cpus) sort_out(*axes.cpus);
  for (auto* flags : {&axes.pin_memory, &axes.persistent_workers}) {
    if (flags->size() > 1) *flags = {false, true};
  }
}

TuneCases tune_cases(const Plan& plan) {
  const auto& inputs = plan.inputs();
  const auto& axes = inputs.config.axes;
  FEEDRATE_CHECK(inputs.subjects.size() == 1 && axes.device.size() == 1);
  TuneCases out;
  // The order in which a plan counts.
  if (axes.cpus) out.axes.push_back(axis_of("cpus", *axes.cpus));
  out.axes.push_back(axis_of("workers", axes.workers));
  out.axes.push_back(axis_of("batch", axes.batch));
  out.axes.push_back(axis_of("prefetch", axes.prefetch));
  out.axes.push_back(axis_of("pin_memory", axes.pin_memory));
  out.axes.push_back(axis_of("persistent_workers", axes.persistent_workers));
  for (const auto& axis : out.axes) {
    out.space.lengths.push_back(static_cast<int>(axis.values.size()));
    int usual = 0;
    if (axis.name == "workers") usual = place_of(axes.workers, kPolicy.workers);
    if (axis.name == "prefetch") usual = place_of(axes.prefetch, kPolicy.prefetch);
    if (axis.name == "batch") usual = place_of(axes.batch, kPolicy.batch);
    if (axis.name == "cpus") usual = static_cast<int>(axis.values.size()) - 1;
    out.space.home.push_back(usual);
  }
  plan.for_each_comparison([&](const Comparison& comparison) {
    out.space.allowed.push_back(!comparison.cases.empty());
    if (!comparison.cases.empty()) {
      out.cases.push_back(comparison.cases.front());
      return true;
    }
    const auto& excluded = comparison.excluded.front();
    out.forbidden.push_back(excluded);
    out.cases.push_back({0, excluded.what, contract::case_id(excluded.what)});
    return true;
  });
  return out;
}

std::string describe_configuration(const TuneCases& cases, const std::vector<int>& places) {
  std::string out;
  for (std::size_t i = 0; i < cases.axes.size(); ++i) {
    const auto& axis = cases.axes[i];
    if (axis.values.size() < 2) continue;
    out += format("{}{} {}", out.empty() ? "" : " · ", axis.name, axis.values[static_cast<std::size_t>(places[i])]);
  }
  return out.empty() ? "the only one" : out;
}

}  // namespace feedrate::control
