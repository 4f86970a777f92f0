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
  weights_.assign(targets * static_cast<std::size_t>(most_), 0.0F);
  for (std::size_t target = 0; target < targets; ++target) {
    float* weights = weights_.data() + target * static_cast<std::size_t>(most_);
    double sum = 0;
    for (int tap = 0; tap < count_[target]; ++tap) {
      const double distance = first_[target] + tap + 0.5 - centre(target);
      const double weight = std::max(0.0, 1.0 - std::abs(distance) / support);
      weights[tap] = static_cast<float>(weight);
      sum += weight;
    }
    const auto share = static_cast<float>(1.0 / sum);
    for (int tap = 0; tap < count_[target]; ++tap) weights[tap] *= share;
  }
}

}  // namespace feedrate::native
