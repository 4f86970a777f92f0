// Only the highest bits of a level kept.
#pragma once

#include "feedrate/native/transform/levels.h"

namespace feedrate::native {

[[nodiscard]] Levels posterize(int bits);

}  // namespace feedrate::native
