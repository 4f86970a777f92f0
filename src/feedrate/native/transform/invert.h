// Every level's opposite.
#pragma once

#include "feedrate/native/transform/levels.h"

namespace feedrate::native {

[[nodiscard]] Bits invert();

}  // namespace feedrate::native
