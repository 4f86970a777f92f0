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
  for (std::size_t target = 0; target < targets; ++target) {
    const auto weight_of = [&](int tap) {
      return std::max(0.0, 1.0 - std::abs(first_[target] + tap + 0.5 - centre(target)) / support);
    };
    double sum = 0;
    for (int tap = 0; tap < count_[target]; ++tap) sum += weight_of(tap);
    // The sum so far is rounded and not each weight, so that all of them sum to one.
    std::int16_t* weights = weights_.data() + target * static_cast<std::size_t>(most_);
    double so_far = 0;
    int given = 0;
    for (int tap = 0; tap < count_[target]; ++tap) {
      so_far += weight_of(tap) * kWeightOne / sum;
      const int weight = static_cast<int>(std::lround(so_far)) - given;
      given += weight;
      weights[tap] = static_cast<std::int16_t>(std::min(weight, kWeightOne - 1));
    }
  }
}

}  // namespace feedrate::native
