// How the cells of one arm ended, summed up: one outcome, its reason, notes on the blocks that ended otherwise, labels.
// Used by the table. Pure.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "feedrate/base/fields.h"
#include "feedrate/control/judge/arms.h"

namespace feedrate::control {

// In the order of contract::Outcome.
enum class OutcomeKind { kMeasured, kSlow, kUnsupported, kFailed, kHung };

struct LabelCount {
  std::string label;
  int cells = 0;
};

struct OutcomeSummary {
  OutcomeKind kind = OutcomeKind::kMeasured;  // measured if any block was, else what most blocks were
  std::string reason;                         // of the first such block; empty when measured
  std::vector<std::string> notes;             // "1 of 5 blocks failed: ..."
  std::vector<LabelCount> labels;             // by name
};

OutcomeSummary summarise_outcomes(const Arm& arm);

}  // namespace feedrate::control

namespace feedrate {

template <>
struct Names<control::OutcomeKind> {
  static constexpr std::array<std::pair<control::OutcomeKind, const char*>, 5> names = {
      {{control::OutcomeKind::kMeasured, "measured"},
       {control::OutcomeKind::kSlow, "slow"},
       {control::OutcomeKind::kUnsupported, "unsupported"},
       {control::OutcomeKind::kFailed, "failed"},
       {control::OutcomeKind::kHung, "hung"}}};
};

}  // namespace feedrate
