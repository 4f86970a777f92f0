// The decode scope: encoded samples that lie in memory, decoded on some threads, over and over. What is made of them is
// written over by the next.
#pragma once

#include <string>

#include "feedrate/app/native/modes.h"
#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"

namespace feedrate::app {

Status run_decode(const contract::SubjectOrder& order, const contract::DecodeWork& work,
                  const std::string& marks_folder);

// No clock: what is made of each sample the first time, into NUMBER.raw in the folder.
Status apply_decode(const contract::DecodeWork& work, const std::string& folder, NativeMode mode = NativeMode::kPlain);

}  // namespace feedrate::app
