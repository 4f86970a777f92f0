// Levels stretched so that a channel's darkest is 0 and its brightest 255.
#pragma once

#include <vector>

#include "feedrate/native/transform/levels.h"

namespace feedrate::native {

// One a channel.
[[nodiscard]] std::vector<LevelRange> level_ranges(ArrayView picture);

[[nodiscard]] Levels autocontrast(const LevelRange& found);

}  // namespace feedrate::native
