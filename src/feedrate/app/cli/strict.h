// wrap --strict: every segment in a process of its own, so that none inherits what another left behind.
#pragma once

#include "feedrate/app/cli/share.h"
#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/control/store/store.h"

namespace feedrate::app {

// The record of the last real start, with the segments of all: each start is kept by itself too. One that failed is the
// answer.
Expected<contract::Record> watch_strictly(const contract::BlockSpec& block, control::Store& store,
                                          const Installation& installation);

}  // namespace feedrate::app
