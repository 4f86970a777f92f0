#include "feedrate/native/transform/gaussian_blur.h"

#include <algorithm>
#include <cmath>

namespace feedrate::native {
namespace {

BlurWeights weights_of(int size, double sigma) {
  FEEDRATE_CHECK(size % 2 == 1 && size / 2 >= 1 && size / 2 <= kMostReach && sigma > 0);
  BlurWeights out;
  out.reach = size / 2;
  std::array<double, kMostReach + 1> bell{};
  double all = 0;
  for (int k = 0; k <= out.reach; ++k) {
    bell[static_cast<std::size_t>(k)] = std::exp(-0.5 * k * k / (sigma * sigma));
    all += bell[static_cast<std::size_t>(k)] * (k == 0 ? 1 : 2);
  }
  int left = 1 << 16;
  for (int k = out.reach; k > 0; --k) {
    const auto weight = static_cast<int>(std::lround(65536 * bell[static_cast<std::size_t>(k)] / all));
    out.weights[static_cast<std::size_t>(k)] = static_cast<std::uint16_t>(weight);
    left -= 2 * weight;
  }
  out.weights[0] = static_cast<std::uint16_t>(std::min(left, 65535));
  return out;
}

int mirrored(int place, int size) {
  if (size == 1) return 0;
  const int around = 2 * (size - 1);
  const int at = ((place % around) + around) % around;
  return at < size ? at : around - at;
}

}  // namespace

Blur::Blur(int size, double sigma) : weights_(weights_of(size, sigma)) {}

void Blur::operator()(ArrayView from, Array& to) {
  const auto& shape = from.shape;
  to.reshape(shape);
  const auto channels = static_cast<std::size_t>(shape.channels);
  const int reach = weights_.reach;
  const std::size_t side = static_cast<std::size_t>(reach) * channels;
  levels_.resize(std::max(levels_.size(), shape.row_bytes() + 2 * side));
  std::uint16_t* row = levels_.data() + side;
  std::array<const std::uint8_t*, 2 * kMostReach + 1> rows{};
  for (int y = 0; y < shape.height; ++y) {
    for (int i = 0; i <= 2 * reach; ++i)
      rows[static_cast<std::size_t>(i)] = from.row(mirrored(y + i - reach, shape.height));
    blur_down(rows.data(), shape.row_bytes(), weights_, row);
    for (int k = 1; k <= reach; ++k) {
      const auto left = row + static_cast<std::ptrdiff_t>(mirrored(-k, shape.width)) * shape.channels;
      const auto right = row + static_cast<std::ptrdiff_t>(mirrored(shape.width - 1 + k, shape.width)) * shape.channels;
      std::copy_n(left, channels, row - std::ptrdiff_t{k} * shape.channels);
      std::copy_n(right, channels, row + std::ptrdiff_t{shape.width - 1 + k} * shape.channels);
    }
    blur_across(row, shape.row_bytes(), channels, weights_, to.row(y));
  }
}

}  // namespace feedrate::native
