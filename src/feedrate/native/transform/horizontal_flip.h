// RandomHorizontalFlip: mirrors a picture left to right with a probability. Used by the pipeline, which folds the
// mirror into its last store; flip() alone is what that is tested against.
#pragma once

#include "feedrate/base/error.h"
#include "feedrate/native/media/image.h"
#include "feedrate/native/media/random.h"

namespace feedrate::native {

struct HorizontalFlip {
  double probability = 0.5;
};

[[nodiscard]] Status check(const HorizontalFlip& flip);
[[nodiscard]] bool draw_flip(const HorizontalFlip& flip, Draws& draws);
void flip(Image& image);

}  // namespace feedrate::native
