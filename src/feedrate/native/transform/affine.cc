#include "feedrate/native/transform/affine.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "feedrate/native/transform/affine_kernel.h"

namespace feedrate::native {

namespace {

// Of any number of channels: as the kernel does it for three.
void sample_any(ArrayView from, const SourceLine& line, int pixels, std::uint8_t* to) {
  const auto channels = static_cast<std::size_t>(from.shape.channels);
  const auto at = [&](int x, int y) {
    const bool is_inside = x >= 0 && y >= 0 && x < from.shape.width && y < from.shape.height;
    return is_inside ? from.row(y) + static_cast<std::size_t>(x) * channels : nullptr;
  };
  for (int i = 0; i < pixels; ++i, to += channels) {
    const float x = line.x0 + static_cast<float>(i) * line.dx;
    const float y = line.y0 + static_cast<float>(i) * line.dy;
    // Far outside there is nothing, and no number of a pixel.
    if (!(x > -1 && y > -1 && x < static_cast<float>(from.shape.width) && y < static_cast<float>(from.shape.height))) {
      std::fill_n(to, channels, std::uint8_t{0});
      continue;
    }
    const int left = static_cast<int>(std::floor(x));
    const int top = static_cast<int>(std::floor(y));
    const float right_share = x - static_cast<float>(left);
    const float low_share = y - static_cast<float>(top);
    const std::uint8_t* corners[] = {at(left, top), at(left + 1, top), at(left, top + 1), at(left + 1, top + 1)};
    const float shares[] = {(1 - right_share) * (1 - low_share), right_share * (1 - low_share),
                            (1 - right_share) * low_share, right_share * low_share};
    for (std::size_t channel = 0; channel < channels; ++channel) {
      float sum = 0;
      for (std::size_t k = 0; k < 4; ++k)
        if (corners[k] != nullptr) sum += shares[k] * static_cast<float>(corners[k][channel]);
      to[channel] = static_cast<std::uint8_t>(sum + 0.5F);
    }
  }
}

}  // namespace

void affine(ArrayView from, const Affine& move, Array& to) {
  FEEDRATE_CHECK(move.scale > 0);
  to.reshape(from.shape);
  const double turn = move.angle * std::numbers::pi / 180;
  const double slope = std::tan(move.shear * std::numbers::pi / 180);
  // Its determinant without the scale is 1, so the way back is made of the same four.
  const double a = std::cos(turn);
  const double b = -std::cos(turn) * slope - std::sin(turn);
  const double c = std::sin(turn);
  const double d = -std::sin(turn) * slope + std::cos(turn);
  const double middle_x = (from.shape.width - 1) / 2.0;
  const double middle_y = (from.shape.height - 1) / 2.0;
  const double x = -middle_x - move.right;
  for (int row = 0; row < from.shape.height; ++row) {
    const double y = row - middle_y - move.down;
    const SourceLine line{static_cast<float>((d * x - b * y) / move.scale + middle_x),
                          static_cast<float>((-c * x + a * y) / move.scale + middle_y),
                          static_cast<float>(d / move.scale), static_cast<float>(-c / move.scale)};
    if (from.shape.channels == 3)
      sample_line(from, line, from.shape.width, to.row(row));
    else
      sample_any(from, line, from.shape.width, to.row(row));
  }
}

}  // namespace feedrate::native
