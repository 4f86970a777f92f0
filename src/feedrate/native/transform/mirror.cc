#include "feedrate/native/transform/mirror.h"

#include <cstring>

#include "feedrate/native/transform/byte_kernel.h"

namespace feedrate::native {

void mirror(ArrayView from, Array& to) {
  to.reshape(from.shape);
  const auto width = static_cast<std::size_t>(from.shape.width);
  const auto channels = static_cast<std::size_t>(from.shape.channels);
  for (int y = 0; y < from.shape.height; ++y) {
    if (channels == 3) {
      mirror_three(from.row(y), width, to.row(y));
      continue;
    }
    for (std::size_t x = 0; x < width; ++x)
      std::memcpy(to.row(y) + (width - 1 - x) * channels, from.row(y) + x * channels, channels);
  }
}

}  // namespace feedrate::native
