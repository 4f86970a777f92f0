// Every level times a factor.
#pragma once

#include "feedrate/native/transform/levels.h"

namespace feedrate::native {

[[nodiscard]] Levels brightness(double factor);

}  // namespace feedrate::native
