// Levels spread so that each is about equally often, a channel at a time; with the rounding that Pillow documents.
#pragma once

#include "feedrate/native/transform/histogram.h"
#include "feedrate/native/transform/levels.h"

namespace feedrate::native {

[[nodiscard]] Levels equalize(const Histogram& found);

}  // namespace feedrate::native
