// Every level becomes another one, as a table says, or by its bits: what brightness, contrast, solarize and their like
// come down to.
// For any number of channels. Pure; any number of threads.
#pragma once

#include <cstdint>
#include <span>

#include "feedrate/native/media/array.h"
#include "feedrate/native/transform/byte_kernel.h"

namespace feedrate::native {

// The level a number stands for: cut to 0 .. 255, fractions dropped.
[[nodiscard]] std::uint8_t level_of(double value);

void map_levels(ArrayView from, const Levels& levels, Array& to);
void map_levels(ArrayView from, const Bits& bits, Array& to);
// A table a channel.
void map_levels(ArrayView from, std::span<const Levels> levels, Array& to);

}  // namespace feedrate::native
