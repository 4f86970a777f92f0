// Does the work of one order with the native pipeline, marking every batch, until it is told to stop.
#pragma once

#include <string>

#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"

namespace feedrate::app {

Status run_cell(const contract::SubjectOrder& order, const std::string& marks_folder);

}  // namespace feedrate::app
