// One block from the store through a runner and back: what every campaign does with it.
#pragma once

#include <functional>

#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"
#include "feedrate/control/run/runner.h"
#include "feedrate/control/store/store.h"

namespace feedrate::control {

// Whatever happens, what the agent finished is kept. Interrupted, it ends everything the block started.
Status run_block(const contract::BlockSpec& block, Store& store, Runner& runner, const Runner::OnProgress& on_progress,
                 const std::function<bool()>& interrupted);

}  // namespace feedrate::control
