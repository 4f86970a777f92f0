// Seeded random choices whose results are part of a plan: the same on every machine and compiler, which <random>'s
// distributions and std::shuffle are not. Not for statistics that need long periods, and never for secrets.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace feedrate {

// splitmix64 (Steele, Lea, Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  // Uniform in [0, bound); the bias for bounds far below 2^64 is negligible.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  // Uniform in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace feedrate
