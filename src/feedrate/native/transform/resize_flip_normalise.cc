#include "feedrate/native/transform/resize_flip_normalise.h"

namespace feedrate::native {

void resize_flip_normalise(ImageView image, int width, int height, bool mirrored, const Linear& linear,
                           Resizer& resizer, std::span<float> to) {
  const std::size_t plane = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  FEEDRATE_CHECK(to.size() == plane * static_cast<std::size_t>(image.channels));
  resizer.prepare(image, width, height, mirrored);
  for (int y = 0; y < height; ++y)
    resizer.row(y, linear, to.data() + std::ptrdiff_t{y} * width, plane, Way::kPastCaches);
  finish_past_caches();
}

}  // namespace feedrate::native
