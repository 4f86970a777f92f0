// The order of one epoch: a keyed pseudo-random permutation of [0, size), computed place by place, so no list is ever
// shuffled or kept. Used by the pipeline. A Feistel network over a power of four, walked until the value is inside.
// Immutable; any number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "feedrate/base/error.h"

namespace feedrate::native {

class Order {
 public:
  Order(std::uint64_t size, std::uint64_t seed, std::uint64_t epoch) : size_(size) {
    FEEDRATE_CHECK(size > 0 && size <= std::uint64_t{1} << 62);
    half_bits_ = std::max(kLeastHalfBits, (64 - std::countl_zero(size - 1) + 1) / 2);
    const std::uint64_t key = mix(mix(seed) + epoch);
    for (std::size_t round = 0; round < keys_.size(); ++round) keys_[round] = mix(key + round);
  }

  // Which item comes at `place`; both in [0, size).
  [[nodiscard]] std::uint64_t at(std::uint64_t place) const {
    do place = encipher(place);
    while (place >= size_);
    return place;
  }

 private:
  // The finaliser of MurmurHash3 after an odd step, so that zero is not a fixed point.
  static std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdU;
    x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53U;
    return x ^ (x >> 33);
  }

  [[nodiscard]] std::uint64_t encipher(std::uint64_t value) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = value >> half_bits_;
    std::uint64_t right = value & mask;
    for (const std::uint64_t key : keys_) {
      const std::uint64_t next = left ^ (mix(right ^ key) & mask);
      left = right;
      right = next;
    }
    return left << half_bits_ | right;
  }

  std::uint64_t size_;
  int half_bits_ = 0;
  // Chosen by counting which items follow each other over 20,000 epochs of 5 to 60 items: four rounds, or halves of two
  // bits, leave pairs that come up too often (chi-squared 2 to 100 times its mean); these two do not.
  static constexpr int kLeastHalfBits = 3;
  std::array<std::uint64_t, 6> keys_{};
};

}  // namespace feedrate::native
