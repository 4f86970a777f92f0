#include "feedrate/control/judge/gate_table.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "feedrate/stats/ratio.h"

namespace feedrate::control {
namespace {

constexpr std::size_t kMostToName = 10'000;

struct Workload {
  const Arm* head = nullptr;
  const Arm* base = nullptr;
};

std::vector<Workload> workloads_of(const Arms& arms) {
  std::vector<Workload> out;
  for (const auto& head : arms.arms)
    for (const auto& base : arms.arms)
      if (base.comparison == head.comparison && base.profile == head.profile &&
          base.subject == head.subject + kBaseSuffix)
        out.push_back({&head, &base});
  return out;
}

// What most often went wrong, in the library's own words.
std::string failure_of(const Arm& arm) {
  for (const auto* cell : arm.cells) {
    if (const auto* failed = std::get_if<contract::Failed>(&cell->outcome)) return arm.subject + ": " + failed->reason;
    if (std::holds_alternative<contract::Hung>(cell->outcome)) return arm.subject + ": hung";
    if (const auto* cannot = std::get_if<contract::Unsupported>(&cell->outcome))
      return arm.subject + ": " + cannot->reason;
  }
  return {};
}

std::optional<FloorState> floor_of(const std::optional<RateEstimate>& rate, const std::optional<double>& floor) {
  if (!rate || !floor) return {};
  if (!rate->interval) return FloorState::kCannotTell;
  if (rate->interval->high < *floor) return FloorState::kBelow;
  return rate->interval->low >= *floor ? FloorState::kReached : FloorState::kCannotTell;
}

std::optional<MemoryChange> memory_of(const Workload& workload, double tolerance) {
  std::map<std::string, std::int64_t> of_base;
  for (const auto* cell : workload.base->cells)
    if (const auto pss = cell->evidence.process.peak_pss_bytes) of_base[cell->block_id] = *pss;
  std::vector<double> logs;
  for (const auto* cell : workload.head->cells) {
    const auto found = of_base.find(cell->block_id);
    const auto pss = cell->evidence.process.peak_pss_bytes.value_or(0);
    if (found != of_base.end() && found->second > 0 && pss > 0)
      logs.push_back(std::log(static_cast<double>(pss) / static_cast<double>(found->second)));
  }
  const auto summary = stats::summarise(logs);
  const auto interval = stats::mean_interval(summary, kLevel);
  if (!interval) return {};
  return MemoryChange{summary.mean, *interval, interval->low > std::log1p(tolerance)};
}

GateRow judge(const Workload& workload, const GateLimits& limits, int workloads) {
  const double tolerance = limits.tolerance;
  GateRow row;
  row.subject = workload.head->subject;
  row.what = workload.head->cells.front()->what;
  const Pairs pairs = pair_blocks(*workload.head, *workload.base);
  row.by = pairs.by;
  row.without_pair =
      static_cast<int>(std::max(workload.head->cells.size(), workload.base->cells.size()) - pairs.logs.size());
  row.state = gate(pairs.logs, pairs.disturbed, tolerance, workloads);
  if (pairs.logs.empty()) {
    row.failure = failure_of(*workload.head);
    if (row.failure.empty()) row.failure = failure_of(*workload.base);
  }
  row.sees = stats::visible_effect(row.state.logs);
  row.rate = rate_of(*workload.head);
  row.floor = floor_of(row.rate, limits.floor);
  row.memory = memory_of(workload, limits.memory);
  if (row.state.verdict == GateVerdict::kCannotTell && row.state.logs.sd) {
    // Half of the tolerance is what must fit between the mean and the line.
    const double target = -std::log1p(-tolerance) / 2;
    row.would_take = stats::pairs_for_half_width(*row.state.logs.sd, target, kMostToName);
  }
  return row;
}

}  // namespace

GateTable gate_table(std::span<const contract::Record> finished, const GateLimits& limits) {
  const Arms arms = arms_of(finished);
  const auto workloads = workloads_of(arms);
  GateTable out;
  std::vector<const Arm*> all;
  for (const auto& each : workloads) {
    out.rows.push_back(judge(each, limits, static_cast<int>(workloads.size())));
    out.profile = each.head->profile;
    all.push_back(each.head);
    all.push_back(each.base);
  }
  out.reasons = interleaving_of(all).reasons;
  return out;
}

int blocks_needed(const GateTable& table) {
  int most = 0;
  for (const auto& row : table.rows)
    if (!row.state.verdict) most = std::max(most, row.state.more);
  return most;
}

}  // namespace feedrate::control
