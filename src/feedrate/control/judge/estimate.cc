#include "feedrate/control/judge/estimate.h"

#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "feedrate/stats/ratio.h"

namespace feedrate::control {
namespace {

using contract::Record;

bool usable(double rate) { return std::isfinite(rate) && rate > 0; }

std::optional<double> window_rate(const Record& cell) {
  const auto& window = cell.evidence.window;
  if (!std::holds_alternative<contract::Measured>(cell.outcome) || !window || !usable(window->rate)) return {};
  return window->rate;
}

std::optional<double> slice_rate(const Record& cell) {
  const auto& slices = cell.evidence.slices;
  if (!std::holds_alternative<contract::Measured>(cell.outcome) ||
      !std::holds_alternative<contract::Sliced>(cell.scope.interleave) || !slices || !usable(slices->rate))
    return {};
  return slices->rate;
}

}  // namespace

std::vector<double> window_logs(const Arm& arm) {
  std::vector<double> out;
  for (const auto* cell : arm.cells)
    if (auto rate = window_rate(*cell)) out.push_back(std::log(*rate));
  return out;
}

std::optional<double> comparable_rate(const Record& cell) {
  return std::holds_alternative<contract::Sliced>(cell.scope.interleave) ? slice_rate(cell) : window_rate(cell);
}

std::optional<RateEstimate> rate_of(const Arm& arm) {
  const std::vector<double> logs = window_logs(arm);
  if (logs.empty()) return {};
  const auto estimate = stats::ratio_of_logs(stats::summarise(logs), kLevel);
  return RateEstimate{estimate.ratio, estimate.interval, static_cast<int>(logs.size())};
}

Pairs pair_blocks(const Arm& x, const Arm& reference) {
  std::map<std::pair<std::string, int>, const Record*> of_reference;
  for (const auto* cell : reference.cells) of_reference[{cell->block_id, cell->attempt}] = cell;
  Pairs sliced{Pairing::kSlices, {}, {}, {}, 0};
  Pairs windows{Pairing::kWindows, {}, {}, {}, 0};
  const auto add = [](Pairs& to, const Record& cell, const Record& other, double rate, double of_other) {
    to.logs.push_back(std::log(rate / of_other));
    to.nodes.push_back(cell.node);
    to.disturbed.push_back(contract::was_disturbed(cell.outcome) || contract::was_disturbed(other.outcome));
  };
  for (const auto* cell : x.cells) {
    const auto found = of_reference.find({cell->block_id, cell->attempt});
    if (found == of_reference.end()) continue;
    const Record& other = *found->second;
    const auto slices_x = slice_rate(*cell);
    const auto slices_reference = slice_rate(other);
    if (slices_x && slices_reference) {
      add(sliced, *cell, other, *slices_x, *slices_reference);
      continue;
    }
    const auto window_x = window_rate(*cell);
    const auto window_reference = window_rate(other);
    if (window_x && window_reference) add(windows, *cell, other, *window_x, *window_reference);
  }
  // On a tie the slices: they are the less noisy.
  const bool by_slices = sliced.logs.size() >= windows.logs.size();
  Pairs& out = by_slices ? sliced : windows;
  out.left_out = static_cast<int>((by_slices ? windows : sliced).logs.size());
  return std::move(out);
}

Interleaving interleaving_of(const std::vector<const Arm*>& arms) {
  std::set<std::string> sliced;
  std::set<std::string> alternating;
  std::set<std::string> imported;
  std::set<std::string> reasons;
  bool shares_processes = false;
  for (const auto* arm : arms) {
    for (const auto* cell : arm->cells) {
      const auto* alternate = std::get_if<contract::Alternate>(&cell->scope.interleave);
      auto& kind = is_imported(*cell) ? imported : alternate == nullptr ? sliced : alternating;
      kind.insert(cell->block_id);
      shares_processes = shares_processes || cell->evidence.process.after;
      if (alternate != nullptr && alternate->reason) reasons.insert(*alternate->reason);
    }
  }
  return {static_cast<int>(sliced.size()),
          static_cast<int>(alternating.size()),
          static_cast<int>(imported.size()),
          {reasons.begin(), reasons.end()},
          shares_processes};
}

}  // namespace feedrate::control
