// Runs a watched program once: finds the loader it trains from, lets real, replay and loader segments take turns inside
// its next(), ends it (or leaves it alone) when there is an answer, and seals one record. Everything it starts is gone
// when it returns. One thread.
#pragma once

#include <string>

#include "feedrate/agent/report.h"
#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"

namespace feedrate::agent {

Status run_program(const contract::BlockSpec& block, const contract::Segments& how, const std::string& out,
                   const Report& report, const Interrupted& interrupted);

}  // namespace feedrate::agent
