// What became of a planned case: measured, or why not. Used by `coverage`. Pure.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "feedrate/base/fields.h"
#include "feedrate/control/judge/arms.h"

namespace feedrate::control {

enum class Covered { kMeasured, kOtherwise, kSlow, kUnsupported, kFailed, kHung, kMissing, kStale };

struct Coverage {
  Covered state = Covered::kMissing;
  std::string reason;  // empty where it was measured
  int blocks = 0;      // finished
};

// `arms`: those of the case, of this plan. `is_stale`: there are cells of it, of other software or another plan.
Coverage coverage_of(const std::vector<const Arm*>& arms, bool is_stale);

}  // namespace feedrate::control

namespace feedrate {

template <>
struct Names<control::Covered> {
  static constexpr std::array<std::pair<control::Covered, const char*>, 8> names = {
      {{control::Covered::kMeasured, "measured"},
       {control::Covered::kOtherwise, "\u2260"},
       {control::Covered::kSlow, "slow"},
       {control::Covered::kUnsupported, "unsupported"},
       {control::Covered::kFailed, "failed"},
       {control::Covered::kHung, "hung"},
       {control::Covered::kMissing, "missing"},
       {control::Covered::kStale, "stale"}}};
};

}  // namespace feedrate
