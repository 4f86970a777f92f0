// Levels to a power, as shares of 255.
#pragma once

#include "feedrate/native/transform/levels.h"

namespace feedrate::native {

[[nodiscard]] Levels gamma(double power);

}  // namespace feedrate::native
