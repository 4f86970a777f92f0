// gate --baseline NAME: for when only one side can run. One session of the head against those of a stored baseline.
#pragma once

#include "feedrate/app/cli/arguments.h"
#include "feedrate/base/error.h"

namespace feedrate::app {

Expected<int> gate_stored(const Arguments& arguments, const std::string& name);

}  // namespace feedrate::app
