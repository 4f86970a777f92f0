// Makes a stage take longer by a known factor: for tests of what names the slow stage. 1 does nothing.
#pragma once

#include <cstdint>

#include "feedrate/host/clock.h"

namespace feedrate::native {

struct Slowdown {
  double read = 1;
  double decode = 1;
  double transform = 1;
};

// From its making to its end.
class Slowed {
 public:
  explicit Slowed(double factor) : factor_(factor), began_(factor > 1 ? host::monotonic_ns() : 0) {}
  ~Slowed() {
    if (factor_ <= 1) return;
    const auto took = static_cast<double>(host::monotonic_ns() - began_);
    const std::int64_t end = began_ + static_cast<std::int64_t>(factor_ * took);
    while (host::monotonic_ns() < end) {
    }
  }
  Slowed(const Slowed&) = delete;
  Slowed& operator=(const Slowed&) = delete;

 private:
  double factor_;
  std::int64_t began_;
};

}  // namespace feedrate::native
