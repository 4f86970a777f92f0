// Records, receipts, blocks and free documents of a run folder, read from one file each. Every error names the file.
// Used by the store; any thread.
#pragma once

#include <string>

#include "feedrate/base/error.h"
#include "feedrate/base/value.h"
#include "feedrate/contract/block/block.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/control/store/layout.h"

namespace feedrate::control {

Expected<Value> load_json(const std::string& file);
// Also an error: a record that calls itself something else than `cell`.
Expected<contract::Record> load_record(const std::string& file, const std::string& cell);
// Also an error: a receipt of another block or attempt.
Expected<contract::Receipt> load_receipt(const std::string& file, const AttemptName& name);
Expected<contract::BlockSpec> load_block(const std::string& file);

}  // namespace feedrate::control
