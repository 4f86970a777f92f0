// Levels from a threshold on inverted.
#pragma once

#include "feedrate/native/transform/levels.h"

namespace feedrate::native {

[[nodiscard]] Bits solarize(int threshold);

}  // namespace feedrate::native
