// RandomResizedCrop: which part of a picture is taken, drawn as torchvision documents it, and to what size it is
// brought. Used by the pipeline; pure. Bilinear with antialiasing is the only interpolation so far.
#pragma once

#include "feedrate/base/error.h"
#include "feedrate/native/media/image.h"
#include "feedrate/native/media/random.h"

namespace feedrate::native {

struct Range {
  double low = 0;
  double high = 0;
};

struct RandomResizedCrop {
  int height = 224;
  int width = 224;
  Range scale = {0.08, 1.0};             // part of the picture's area
  Range ratio = {3.0 / 4.0, 4.0 / 3.0};  // width by height of the part
};

[[nodiscard]] Status check(const RandomResizedCrop& crop);

// Ten tries, then the largest central part whose ratio is in range.
[[nodiscard]] Box draw_box(const RandomResizedCrop& crop, const Size& picture, Draws& draws);

}  // namespace feedrate::native
