// Does the work of one order with the native pipeline, marking every batch, until it is told to stop.
#pragma once

#include <string>

#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"
#include "feedrate/native/pipeline/definition.h"

namespace feedrate::app {

// The pipeline that an order asks for, or why it cannot be had.
Expected<native::Definition> definition_of(const contract::SubjectOrder& order);

// No clock: so many batches, of 0 those of one epoch, into NUMBER.raw of that folder: their dimensions and "float32", a
// line end, and the values.
Status apply_cell(const contract::SubjectOrder& order, const std::string& folder, std::uint64_t batches);

Status run_cell(const contract::SubjectOrder& order, const std::string& marks_folder);

}  // namespace feedrate::app
