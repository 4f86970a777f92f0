#include "feedrate/native/transform/levels.h"

#include <algorithm>

namespace feedrate::native {

std::uint8_t level_of(double value) { return static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0)); }

void map_levels(ArrayView from, const Levels& levels, Array& to) {
  to.reshape(from.shape);
  map_bytes(from.values, from.shape.bytes(), levels, to.values());
}

void map_levels(ArrayView from, const Bits& bits, Array& to) {
  to.reshape(from.shape);
  map_bits(from.values, from.shape.bytes(), bits, to.values());
}

void map_levels(ArrayView from, std::span<const Levels> levels, Array& to) {
  const auto channels = static_cast<std::size_t>(from.shape.channels);
  FEEDRATE_CHECK(levels.size() == channels);
  to.reshape(from.shape);
  const std::size_t values = from.shape.bytes();
  if (channels == 3) return map_three(from.values, values / 3, levels.data(), to.values());
  for (std::size_t i = 0; i < values; ++i) to.values()[i] = levels[i % channels][from.values[i]];
}

}  // namespace feedrate::native
