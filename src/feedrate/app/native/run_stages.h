// The stages of the native pipeline by themselves, in turns with the whole of it: what each could do, what they do
// together. Answers for `feedrate stages`.
#pragma once

#include <string>

#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"
#include "feedrate/contract/record/stage_trial.h"

namespace feedrate::app {

// `trace`: a file for the pipeline's turns as a Chrome trace; none where empty.
Expected<contract::StageTrial> run_stages(const contract::SubjectOrder& order, int turns, const std::string& trace);

}  // namespace feedrate::app
