// What grey a colour is: 0.299 red + 0.587 green + 0.114 blue, rounded, in each of three channels. Pure.
#pragma once

#include <array>

#include "feedrate/native/media/array.h"

namespace feedrate::native {

inline constexpr int kGreyBits = 16;
inline constexpr std::array<int, 3> kGreyWeights = {19595, 38470, 7471};  // of 65536

[[nodiscard]] constexpr std::uint8_t grey_of(int red, int green, int blue) {
  return static_cast<std::uint8_t>(
      (red * kGreyWeights[0] + green * kGreyWeights[1] + blue * kGreyWeights[2] + (1 << (kGreyBits - 1))) >> kGreyBits);
}

void grayscale(ArrayView from, Array& to);

}  // namespace feedrate::native
