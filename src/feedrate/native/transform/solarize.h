// Levels from a threshold on inverted.
#pragma once

#include "feedrate/native/transform/levels.h"

namespace feedrate::native {

[[nodiscard]] Levels solarize(int threshold);

}  // namespace feedrate::native
