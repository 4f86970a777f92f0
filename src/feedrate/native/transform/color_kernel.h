// The inner loop of colour jitter, for whatever vector instructions the CPU has; every choice gives the same bits.
// Pure.
#pragma once

#include <cstddef>
#include <cstdint>

namespace feedrate::native {

struct Colours {
  float saturation = 1;  // grey + saturation * (level - grey), fractions dropped
  float hue = 0;         // sixths of a turn; rounded
};
// Pixels of three interleaved channels; may be done in place.
void colour_three(const std::uint8_t* from, std::size_t pixels, const Colours& colours, std::uint8_t* to);

}  // namespace feedrate::native
