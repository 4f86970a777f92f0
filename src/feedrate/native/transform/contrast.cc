#include "feedrate/native/transform/contrast.h"

#include <array>
#include <numeric>

#include "feedrate/native/transform/grayscale.h"

namespace feedrate::native {

double mean_grey(ArrayView picture) {
  const std::size_t values = picture.shape.bytes();
  if (picture.shape.channels != 3) {
    const auto all = std::accumulate(picture.values, picture.values + values, std::uint64_t{0});
    return static_cast<double>(all) / static_cast<double>(values);
  }
  std::array<std::uint64_t, 3> sums{};
  sum_three(picture.values, values / 3, sums.data());
  double weighted = 0;
  for (std::size_t c = 0; c < sums.size(); ++c) weighted += static_cast<double>(sums[c]) * kGreyWeights[c];
  return weighted / (1 << kGreyBits) / (static_cast<double>(values) / 3);
}

Levels contrast(double factor, double mean) {
  Levels out;
  for (std::size_t level = 0; level < out.size(); ++level)
    out[level] = level_of(factor * static_cast<double>(level) + (1 - factor) * mean);
  return out;
}

}  // namespace feedrate::native
