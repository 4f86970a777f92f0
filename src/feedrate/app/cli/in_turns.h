// A program with and without a change, started in turns: a machine's speed drifts, and so both meet the same drift.
#pragma once

#include <optional>

#include "feedrate/app/cli/share.h"
#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"
#include "feedrate/control/store/store.h"

namespace feedrate::app {

// Samples/s of real segments, geometric means over the starts.
struct InTurns {
  double base = 0;
  double changed = 0;
  bool disturbed = false;  // a start was, by other work, and its repetition too
};

// Absent where a start gave no rate: it ended too early, or failed.
Expected<std::optional<InTurns>> start_in_turns(const contract::BlockSpec& base, const contract::BlockSpec& changed,
                                                control::Store& store, const Installation& installation);

}  // namespace feedrate::app
