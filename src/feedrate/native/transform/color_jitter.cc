#include "feedrate/native/transform/color_jitter.h"

#include "feedrate/native/transform/brightness.h"
#include "feedrate/native/transform/color_kernel.h"
#include "feedrate/native/transform/contrast.h"

namespace feedrate::native {

void color_jitter(ArrayView from, const ColorJitter& jitter, Array& to) {
  FEEDRATE_CHECK(from.shape.channels == 3);
  map_levels(from, brightness(jitter.brightness), to);
  const std::size_t bytes = from.shape.bytes();
  if (jitter.contrast != 1) map_bytes(to.values(), bytes, contrast(jitter.contrast, mean_grey(to.view())), to.values());
  if (jitter.saturation != 1 || jitter.hue != 0)
    colour_three(to.values(), bytes / 3, {static_cast<float>(jitter.saturation), static_cast<float>(6 * jitter.hue)},
                 to.values());
}

}  // namespace feedrate::native
