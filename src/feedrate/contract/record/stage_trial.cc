#include "feedrate/contract/record/stage_trial.h"

#include "feedrate/contract/document.h"

namespace feedrate::contract {

Expected<StageTrial> read_stage_trial(const Value& value, const std::string& file) {
  return read_document<StageTrial>(value, file, kStageTrialSchema);
}

Value write_stage_trial(const StageTrial& trial) { return write_document(trial, kStageTrialSchema); }

}  // namespace feedrate::contract
