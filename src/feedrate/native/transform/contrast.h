// Levels moved away from the picture's mean grey, or towards it.
#pragma once

#include "feedrate/native/transform/levels.h"

namespace feedrate::native {

// Of the grey levels of three channels, else of all values.
[[nodiscard]] double mean_grey(ArrayView picture);

[[nodiscard]] Levels contrast(double factor, double mean);

}  // namespace feedrate::native
