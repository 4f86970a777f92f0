// For tests of kernels: pictures of noise, and a piece of code once for every kind of vector instructions this CPU has.
#pragma once

#include <hwy/targets.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "feedrate/native/media/array.h"
#include "feedrate/native/media/random.h"

namespace feedrate::native::example {

// One pixel, less than a vector, more than one of the longest with something left over.
inline constexpr std::array<ArrayShape, 5> kShapes = {{{1, 1, 3}, {3, 5, 3}, {2, 64, 3}, {7, 131, 3}, {70, 45, 3}}};

inline Array noise(const ArrayShape& shape, std::uint64_t seed = 1) {
  Array out;
  out.reshape(shape);
  Draws draws(seed, static_cast<std::uint64_t>(shape.height), static_cast<std::uint64_t>(shape.width));
  for (std::size_t i = 0; i < shape.bytes(); ++i) out.values()[i] = static_cast<std::uint8_t>(draws.next());
  return out;
}

inline std::vector<int> values_of(const Array& array) {
  const auto view = array.view();
  return {view.values, view.values + view.shape.bytes()};
}

// `check(name)` with one kind of instructions after the other.
template <class Check>
void on_every_target(Check&& check) {
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    hwy::SetSupportedTargetsForTest(left & -left);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    check(std::string(hwy::TargetName(left & -left)));
    hwy::SetSupportedTargetsForTest(0);
  }
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace feedrate::native::example
