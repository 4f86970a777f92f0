// Runs one watched program, somebody's own or a subject with a timed step, and hands back its record. What wrap and
// quick have in common.
#pragma once

#include <string>

#include "feedrate/app/cli/share.h"
#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/control/store/store.h"

namespace feedrate::app {

// A block of one cell, whose ids and number are given here: every call is a block of its own. The caller holds the
// store's lock. Progress goes to the screen.
Expected<contract::Record> watch_block(contract::BlockSpec block, control::Store& store,
                                       const Installation& installation);

// The same, but a start of its own for one kind of segments, so many after a burn-in.
contract::BlockSpec with_only(contract::BlockSpec block, contract::marks::Mode mode, int segments);

// Where the cell's output is kept, whether it wrote any or not.
std::string log_of(const contract::Record& record, const control::Store& store);

}  // namespace feedrate::app
