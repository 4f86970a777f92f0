// The inner loops of the blur, in integers and for whatever vector instructions the CPU has; every choice gives the
// same bits. Between the two passes a level is 128 times as large. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace feedrate::native {

inline constexpr int kMostReach = 15;  // pixels to each side

// Symmetric: weights[0] is the middle's, weights[k] that of both k away. Of 65536.
struct BlurWeights {
  int reach = 1;
  std::array<std::uint16_t, kMostReach + 1> weights{};
};

// rows: 2 * reach + 1 of them, the middle in the middle.
void blur_down(const std::uint8_t* const* rows, std::size_t values, const BlurWeights& weights, std::uint16_t* levels);
// `levels` may be read `reach` pixels to each side. A value's neighbours are `channels` away.
void blur_across(const std::uint16_t* levels, std::size_t values, std::size_t channels, const BlurWeights& weights,
                 std::uint8_t* to);

}  // namespace feedrate::native
