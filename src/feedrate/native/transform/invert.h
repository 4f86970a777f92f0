// Every level's opposite.
#pragma once

#include "feedrate/native/transform/levels.h"

namespace feedrate::native {

[[nodiscard]] Levels invert();

}  // namespace feedrate::native
