// One operation on decoded pictures in memory, over and over on one thread, until it is told to stop: the transform
// scope.
#pragma once

#include <string>

#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"

namespace feedrate::app {

Status run_transform(const contract::SubjectOrder& order, const contract::TransformWork& work,
                     const std::string& marks_folder);

// What it makes of each sample, into files NUMBER.raw of that folder: "HEIGHT WIDTH CHANNELS uint8|float32" (of clips
// FRAMES before that), a line end, and the values.
Status apply_transform(const contract::TransformWork& work, const std::string& folder);

}  // namespace feedrate::app
