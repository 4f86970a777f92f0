#include "feedrate/native/transform/affine.h"

#include <cmath>
#include <numbers>

#include "feedrate/native/transform/affine_kernel.h"

namespace feedrate::native {

void affine(ArrayView from, const Affine& move, Array& to) {
  FEEDRATE_CHECK(from.shape.channels == 3 && move.scale > 0);
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
    sample_line(from, line, from.shape.width, to.row(row));
  }
}

}  // namespace feedrate::native
