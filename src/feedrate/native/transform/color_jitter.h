// Brightness, contrast, saturation and hue, one after the other; each gives whole levels to the next. Three channels.
// Pure.
#pragma once

#include "feedrate/native/media/array.h"

namespace feedrate::native {

struct ColorJitter {
  double brightness = 1;
  double contrast = 1;
  double saturation = 1;
  double hue = 0;  // turns
};

void color_jitter(ArrayView from, const ColorJitter& jitter, Array& to);

}  // namespace feedrate::native
