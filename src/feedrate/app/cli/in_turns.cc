#include "feedrate/app/cli/in_turns.h"

#include <array>
#include <cmath>
#include <vector>

#include "feedrate/app/cli/watching.h"
#include "feedrate/stats/summary.h"

namespace feedrate::app {
namespace {

constexpr int kSegments = 6;  // a start: this long, a machine's speed averages out
// Which starts have the change: a drift that goes one way cancels.
constexpr std::array kChanged = {false, true, true, false};

std::optional<double> log_rate(const contract::Record& record) {
  if (!record.evidence.program) return {};
  std::vector<double> logs;
  for (const auto& segment : record.evidence.program->segments)
    if (segment.block > 0 && segment.samples > 0 && segment.seconds > 0)
      logs.push_back(std::log(static_cast<double>(segment.samples) / segment.seconds));
  if (logs.empty()) return {};
  return stats::summarise(logs).mean;
}

}  // namespace

Expected<std::optional<InTurns>> start_in_turns(const contract::BlockSpec& base, const contract::BlockSpec& changed,
                                                control::Store& store, const Installation& installation) {
  std::vector<double> without, with;
  bool disturbed = false;
  for (const bool is_changed : kChanged) {
    const auto block = with_only(is_changed ? changed : base, contract::marks::Mode::kReal, kSegments);
    FEEDRATE_TRY(record, watch_block(block, store, installation));
    // Decided by what others did, never by what was measured.
    if (contract::was_disturbed(record.outcome)) {
      FEEDRATE_TRY(again, watch_block(block, store, installation));
      record = std::move(again);
      disturbed = disturbed || contract::was_disturbed(record.outcome);
    }
    const auto rate = log_rate(record);
    if (!rate) return std::optional<InTurns>();
    (is_changed ? with : without).push_back(*rate);
  }
  return InTurns{std::exp(stats::summarise(without).mean), std::exp(stats::summarise(with).mean), disturbed};
}

}  // namespace feedrate::app
