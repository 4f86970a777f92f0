#include "feedrate/native/transform/taps.h"

#include <algorithm>
#include <cmath>

namespace feedrate::native {

void Taps::prepare(int source_size, int target_size) {
  const double scale = static_cast<double>(source_size) / target_size;
  const double support = std::max(scale, 1.0);
  const auto centre = [&](std::size_t target) { return (static_cast<double>(target) + 0.5) * scale; };
  const auto targets = static_cast<std::size_t>(target_size);
  first_.resize(targets);
  count_.resize(targets);
  most_ = 0;
  for (std::size_t target = 0; target < targets; ++target) {
    first_[target] = std::max(static_cast<int>(centre(target) - support + 0.5), 0);
    count_[target] = std::min(static_cast<int>(centre(target) + support + 0.5), source_size) - first_[target];
    most_ = std::max(most_, count_[target]);
  }
  weights_.assign(targets * static_cast<std::size_t>(most_), 0);
  exact_.resize(static_cast<std::size_t>(most_));
  const double slope = 1.0 / support;
  for (std::size_t target = 0; target < targets; ++target) {
    const auto count = static_cast<std::size_t>(count_[target]);
    double distance = first_[target] + 0.5 - centre(target);
    double sum = 0;
    for (std::size_t tap = 0; tap < count; ++tap, distance += 1) {
      exact_[tap] = std::max(0.0, 1.0 - slope * std::abs(distance));
      sum += exact_[tap];
    }
    // The sum so far is rounded and not each weight, so that all of them sum to one.
    std::int16_t* weights = weights_.data() + target * static_cast<std::size_t>(most_);
    const double one = kWeightOne / sum;
    double so_far = 0.5;
    int given = 0;
    for (std::size_t tap = 0; tap < count; ++tap) {
      so_far += one * exact_[tap];
      const int weight = static_cast<int>(so_far) - given;
      given += weight;
      weights[tap] = static_cast<std::int16_t>(std::min(weight, kWeightOne - 1));
    }
  }
}

}  // namespace feedrate::native
