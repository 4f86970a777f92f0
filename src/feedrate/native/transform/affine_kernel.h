// The inner loop of affine, for whatever vector instructions the CPU has; every choice gives the same bits. Pure.
#pragma once

#include <cstdint>

#include "feedrate/native/media/array.h"

namespace feedrate::native {

// Where the pixels of one target row come from: x0 + i * dx, y0 + i * dy.
struct SourceLine {
  float x0 = 0;
  float y0 = 0;
  float dx = 0;
  float dy = 0;
};
// Three channels; bilinear, rounded; outside of the picture all is 0. A byte behind its last pixel is read.
void sample_line(ArrayView from, const SourceLine& line, int pixels, std::uint8_t* to);

}  // namespace feedrate::native
