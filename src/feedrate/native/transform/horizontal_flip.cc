#include "feedrate/native/transform/horizontal_flip.h"

#include <algorithm>

namespace feedrate::native {

Status check(const HorizontalFlip& flip) {
  if (flip.probability >= 0 && flip.probability <= 1) return {};
  return input_error(format("horizontal_flip: probability is {}; expected 0 .. 1", flip.probability));
}

bool draw_flip(const HorizontalFlip& flip, Draws& draws) { return draws.uniform(0, 1) < flip.probability; }

void flip(Image& image) {
  for (int y = 0; y < image.height(); ++y) {
    std::uint8_t* left = image.row(y);
    std::uint8_t* right = left + (image.width() - 1) * kChannels;
    for (; left < right; left += kChannels, right -= kChannels) std::swap_ranges(left, left + kChannels, right);
  }
}

}  // namespace feedrate::native
