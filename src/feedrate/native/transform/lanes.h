// Four floats and sixteen bytes at a time in plain C++ (the vector types of g++ and clang), for the inner loops of the
// operations. Without this, g++ -O2 leaves loops of unknown length scalar. Little-endian only.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace feedrate::native {

using Lanes = float __attribute__((vector_size(16)));
using Bytes16 = std::uint8_t __attribute__((vector_size(16)));
using Shorts8 = std::uint16_t __attribute__((vector_size(16)));
using Ints4 = std::int32_t __attribute__((vector_size(16)));

static_assert(std::endian::native == std::endian::little, "widen() interleaves with zeros as the high halves");

[[nodiscard]] inline Lanes load_lanes(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

inline void store_lanes(float* to, Lanes lanes) { std::memcpy(to, &lanes, sizeof lanes); }

struct Wide16 {
  Lanes part[4];
};

// Sixteen bytes as sixteen floats.
[[nodiscard]] inline Wide16 widen(const std::uint8_t* from) {
  Bytes16 bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  const Bytes16 no_bytes = {};
  const Shorts8 no_shorts = {};
  // Every index of the interleave is named: g++ knows the pattern only so.
  const auto low =
      (Shorts8)__builtin_shufflevector(bytes, no_bytes, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const auto high =
      (Shorts8)__builtin_shufflevector(bytes, no_bytes, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  const auto first = [&](Shorts8 s) { return (Ints4)__builtin_shufflevector(s, no_shorts, 0, 8, 1, 9, 2, 10, 3, 11); };
  const auto second = [&](Shorts8 s) {
    return (Ints4)__builtin_shufflevector(s, no_shorts, 4, 12, 5, 13, 6, 14, 7, 15);
  };
  return {{__builtin_convertvector(first(low), Lanes), __builtin_convertvector(second(low), Lanes),
           __builtin_convertvector(first(high), Lanes), __builtin_convertvector(second(high), Lanes)}};
}

// To the nearest whole number, for values far below 2^22: adding 1.5 * 2^23 leaves no bits for a fraction.
[[nodiscard]] inline Lanes round_lanes(Lanes lanes) {
  constexpr float kNoFraction = 12582912.0F;
  return (lanes + kNoFraction) - kNoFraction;
}

}  // namespace feedrate::native
