// Runs one block: starts the arms in the block's order, gives each its solo window, slices them where the block says
// so, and seals one record a cell, then the receipt. Everything it starts is gone when it returns, or among those that
// wait for the next block. One thread.
#pragma once

#include <string>

#include "feedrate/agent/report.h"
#include "feedrate/agent/waiting.h"
#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"

namespace feedrate::agent {

Status run_block(const contract::BlockSpec& block, const std::string& out, const Report& report,
                 const Interrupted& interrupted, Waiting* waiting = nullptr);

}  // namespace feedrate::agent
