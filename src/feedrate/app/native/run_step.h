// Trains with the native pipeline and a step that only takes time, as a device would: the loader's batches, batches
// that cost nothing, or the loader drained, as the agent's schedule says.
#pragma once

#include <string>

#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"

namespace feedrate::app {

// Until the schedule ends it; then it stands still and is ended from outside.
Status run_step(const contract::SubjectOrder& order, const contract::StepWork& work, const std::string& marks_folder);

}  // namespace feedrate::app
