#include "feedrate/control/judge/gate_rule.h"

#include <cmath>
#include <numeric>
#include <vector>

#include "feedrate/stats/sequential.h"

namespace feedrate::control {

GateState gate(std::span<const double> logs, double tolerance, int workloads) {
  FEEDRATE_CHECK(tolerance > 0 && tolerance < 1 && workloads >= 1);
  const double tau = -std::log1p(-tolerance);
  const auto& alarm = stats::sequential_bounds(kGateLooks, kFalseAlarm / workloads);
  const auto& pass = stats::sequential_bounds(kGateLooks, kFalsePass / workloads);
  GateState out;
  std::vector<double> used;
  std::size_t next = 0;  // of logs
  for (std::size_t look = 0; look < kGateLooks.size(); ++look) {
    const auto wanted = static_cast<std::size_t>(kGateLooks[look]);
    while (used.size() < wanted && next < logs.size()) used.push_back(logs[next++]);
    if (used.size() < wanted) {
      out.more = static_cast<int>(wanted - used.size());
      return out;
    }
    out.looked_at = kGateLooks[look];
    out.logs = stats::summarise(used);
    const double mean = out.logs.mean;
    const double error = out.logs.sd.value_or(0) / std::sqrt(static_cast<double>(used.size()));
    out.interval = stats::Interval{mean - pass[look] * error, mean + alarm[look] * error};
    if (out.interval->high < -tau / 2 && mean <= -tau) {
      const auto fresh = logs.subspan(next, std::min<std::size_t>(kConfirming, logs.size() - next));
      if (fresh.size() < kConfirming) {
        out.more = kConfirming - static_cast<int>(fresh.size());
        out.confirming = true;
        return out;
      }
      next += kConfirming;
      const double again = std::accumulate(fresh.begin(), fresh.end(), 0.0) / kConfirming;
      if (again <= -tau / 2) {
        out.confirmed_by = kConfirming;
        out.confirmed = again;
        out.verdict = GateVerdict::kRegressed;
        return out;
      }
      out.set_aside += kConfirming;
    }
    if (out.interval->low > -tau) {
      out.verdict = out.interval->low > 0 && mean >= tau ? GateVerdict::kImproved : GateVerdict::kPass;
      return out;
    }
  }
  out.verdict = GateVerdict::kCannotTell;
  return out;
}

GateState gate(std::span<const double> logs, const std::vector<bool>& disturbed, double tolerance, int workloads) {
  FEEDRATE_CHECK(logs.size() == disturbed.size());
  std::vector<double> used;
  std::vector<int> left_out_before;  // each one used
  int left_out = 0;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    if (disturbed[i] && left_out < kMostLeftOut) {
      ++left_out;
      continue;
    }
    used.push_back(logs[i]);
    left_out_before.push_back(left_out);
  }
  GateState out = gate(used, tolerance, workloads);
  const int taken = out.looked_at + out.set_aside + out.confirmed_by;
  out.left_out = out.verdict ? left_out_before[static_cast<std::size_t>(taken) - 1] : left_out;
  return out;
}

}  // namespace feedrate::control
