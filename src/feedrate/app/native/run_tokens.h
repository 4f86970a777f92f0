// Token sequences of one order, marking every batch, until it is told to stop.
#pragma once

#include <string>

#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"

namespace feedrate::app {

Status run_tokens(const contract::SubjectOrder& order, const contract::LoaderWork& work,
                  const std::string& marks_folder);

}  // namespace feedrate::app
