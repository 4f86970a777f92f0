// Random numbers that depend only on a key and a counter (SplitMix64): the numbers of one sample are the same on every
// thread, in every order. Used by operations and the dataset maker. Not for statistics, not for secrets.
#pragma once

#include <cstdint>

namespace feedrate::native {

// Each bit of the argument changes about half of the bits of the result.
[[nodiscard]] constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

class Draws {
 public:
  constexpr Draws(std::uint64_t seed, std::uint64_t epoch, std::uint64_t index)
      : state_(mix_bits(mix_bits(mix_bits(seed + kStep) + epoch + kStep) + index + kStep)) {}

  constexpr std::uint64_t next() { return mix_bits(state_ += kStep); }

  // In [low, high).
  constexpr double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1.0p-53);
  }

  // In [0, limit), limit > 0. The bias is below limit / 2^64.
  constexpr int below(int limit) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<int>((Wide{next()} * static_cast<std::uint64_t>(limit)) >> 64);
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;
  std::uint64_t state_;
};

}  // namespace feedrate::native
