#include "feedrate/native/transform/crop_flip_normalise.h"

namespace feedrate::native {

void crop_flip_normalise(ImageView image, const Box& box, int width, int height, bool mirrored,
                         const Normaliser& normaliser, Resizer& resizer, std::span<float> to) {
  const std::size_t plane = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  FEEDRATE_CHECK(to.size() == plane * kChannels);
  resizer.prepare(image.crop(box.left, box.top, box.width, box.height), width, height);
  for (int y = 0; y < height; ++y) {
    normaliser.store_row(resizer.row(y), width, mirrored, to.data() + std::ptrdiff_t{y} * width, plane);
  }
}

}  // namespace feedrate::native
