#include "feedrate/native/transform/mirror.h"

#include <cstring>

#include "feedrate/native/transform/byte_kernel.h"

namespace feedrate::native {
namespace {

void mirror_row(const std::uint8_t* from, const ArrayShape& shape, std::uint8_t* to) {
  const auto width = static_cast<std::size_t>(shape.width);
  const auto channels = static_cast<std::size_t>(shape.channels);
  if (channels == 3) return mirror_three(from, width, to);
  for (std::size_t x = 0; x < width; ++x) std::memcpy(to + (width - 1 - x) * channels, from + x * channels, channels);
}

}  // namespace

void mirror(ArrayView from, Array& to) {
  to.reshape(from.shape);
  for (int y = 0; y < from.shape.height; ++y) mirror_row(from.row(y), from.shape, to.row(y));
}

void half_turn(ArrayView from, Array& to) {
  to.reshape(from.shape);
  for (int y = 0; y < from.shape.height; ++y) mirror_row(from.row(y), from.shape, to.row(from.shape.height - 1 - y));
}

}  // namespace feedrate::native
