#include "feedrate/native/transform/random_resized_crop.h"

#include <algorithm>
#include <cmath>

namespace feedrate::native {
namespace {

constexpr int kTries = 10;
// Far above any training size, far below where a row of floats stops fitting an int.
constexpr int kMaxSide = 16384;

// Half to even, as Python's round().
int round_half_even(double value) { return static_cast<int>(std::nearbyint(value)); }

Status check_range(const char* name, const Range& range, double most) {
  if (range.low > 0 && range.low <= range.high && range.high <= most) return {};
  return input_error(
      format("random_resized_crop: {} is [{}, {}]; expected 0 < low <= high <= {}", name, range.low, range.high, most));
}

Box central_box(const Range& ratio, int width, int height) {
  const double whole = static_cast<double>(width) / height;
  Box box{0, 0, width, height};
  if (whole < ratio.low) box.height = std::clamp(round_half_even(width / ratio.low), 1, height);
  if (whole > ratio.high) box.width = std::clamp(round_half_even(height * ratio.high), 1, width);
  box.left = (width - box.width) / 2;
  box.top = (height - box.height) / 2;
  return box;
}

}  // namespace

Status check(const RandomResizedCrop& crop) {
  for (const int side : {crop.height, crop.width}) {
    if (side < 1 || side > kMaxSide) {
      return input_error(
          format("random_resized_crop: height {}, width {}; expected 1 .. {} each", crop.height, crop.width, kMaxSide));
    }
  }
  FEEDRATE_TRY_STATUS(check_range("scale", crop.scale, 1.0));
  FEEDRATE_TRY_STATUS(check_range("ratio", crop.ratio, 1000.0));
  return {};
}

Box draw_box(const RandomResizedCrop& crop, const Size& picture, Draws& draws) {
  const auto [width, height] = picture;
  const double area = static_cast<double>(width) * height;
  const Range log_ratio{std::log(crop.ratio.low), std::log(crop.ratio.high)};
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const double target = area * draws.uniform(crop.scale.low, crop.scale.high);
    const double ratio = std::exp(draws.uniform(log_ratio.low, log_ratio.high));
    const int box_width = round_half_even(std::sqrt(target * ratio));
    const int box_height = round_half_even(std::sqrt(target / ratio));
    if (box_width < 1 || box_width > width || box_height < 1 || box_height > height) continue;
    const int top = draws.below(height - box_height + 1);
    const int left = draws.below(width - box_width + 1);
    return {left, top, box_width, box_height};
  }
  return central_box(crop.ratio, width, height);
}

}  // namespace feedrate::native
