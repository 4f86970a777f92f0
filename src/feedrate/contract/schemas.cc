#include "feedrate/contract/schemas.h"

#include "feedrate/contract/baseline/fields.h"
#include "feedrate/contract/capability/fields.h"
#include "feedrate/contract/document.h"
#include "feedrate/contract/record/fields.h"
#include "feedrate/contract/record/stage_trial.h"

namespace feedrate::contract {

std::vector<std::pair<std::string, Value>> schemas() {
  return {
      {"block.json", schema_document<BlockSpec>(kBlockSchema)},
      {"order.json", schema_document<SubjectOrder>(kOrderSchema)},
      {"capability.json", schema_document<Capability>(kCapabilitySchema)},
      {"record.json", schema_document<Record>(kRecordSchema)},
      {"receipt.json", schema_document<Receipt>(kReceiptSchema)},
      {"stage-trial.json", schema_document<StageTrial>(kStageTrialSchema)},
      {"baseline.json", schema_document<Baseline>(kBaselineSchema)},
  };
}

}  // namespace feedrate::contract
