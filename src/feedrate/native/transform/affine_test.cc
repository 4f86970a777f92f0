#include "feedrate/native/transform/affine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "feedrate/native/transform/every_target.h"

namespace feedrate::native {
namespace {

using example::noise;
using example::on_every_target;
using example::values_of;

double pixel(const Array& from, int y, int x, int c) {
  const auto& shape = from.shape();
  const bool is_inside = y >= 0 && x >= 0 && y < shape.height && x < shape.width;
  return is_inside ? from.view().row(y)[x * shape.channels + c] : 0;
}

// The definition: the matrix forwards, solved for where a pixel comes from.
double moved(const Array& from, const Affine& move, int y, int x, int c) {
  const double turn = move.angle * std::numbers::pi / 180;
  const double slope = std::tan(move.shear * std::numbers::pi / 180);
  // turn * shear, as matrices.
  const double a = move.scale * std::cos(turn);
  const double b = move.scale * (-std::cos(turn) * slope - std::sin(turn));
  const double e = move.scale * std::sin(turn);
  const double d = move.scale * (-std::sin(turn) * slope + std::cos(turn));
  const double middle_x = (from.shape().width - 1) / 2.0;
  const double middle_y = (from.shape().height - 1) / 2.0;
  const double u = x - middle_x - move.right;
  const double v = y - middle_y - move.down;
  const double by = a * d - b * e;
  const double sx = (d * u - b * v) / by + middle_x;
  const double sy = (a * v - e * u) / by + middle_y;
  const int left = static_cast<int>(std::floor(sx));
  const int top = static_cast<int>(std::floor(sy));
  const double wx = sx - left;
  const double wy = sy - top;
  return (1 - wy) * ((1 - wx) * pixel(from, top, left, c) + wx * pixel(from, top, left + 1, c)) +
         wy * ((1 - wx) * pixel(from, top + 1, left, c) + wx * pixel(from, top + 1, left + 1, c));
}

TEST(Affine, MatchesTheDefinitionOnEveryTarget) {
  on_every_target([](const std::string& target) {
    for (const auto& shape : {ArrayShape{1, 1, 3}, {8, 5, 3}, {31, 67, 3}, {19, 14, 9}, {6, 23, 1}}) {
      const Array from = noise(shape);
      for (const auto& move : {Affine{15, 1.1, 5, 8, 4}, Affine{-90, 0.5, 0, 0, 0}, Affine{0, 1, 30, -3.5, 0.25},
                               Affine{170, 3, -20, 1, 1}}) {
        Array to;
        affine(from.view(), move, to);
        for (int y = 0; y < shape.height; ++y)
          for (int x = 0; x < shape.width; ++x)
            for (int c = 0; c < shape.channels; ++c)
              ASSERT_NEAR(to.view().row(y)[shape.channels * x + c], moved(from, move, y, x, c), 0.6)
                  << target << ", by " << move.angle << " at " << y << ", " << x;
      }
    }
  });
}

TEST(Affine, EveryTargetGivesTheSameBits) {
  const Array from = noise({40, 77, 3});
  std::vector<int> expected;
  on_every_target([&](const std::string& target) {
    Array to;
    affine(from.view(), {33, 0.8, 10, 2, -3}, to);
    if (expected.empty()) expected = values_of(to);
    EXPECT_EQ(values_of(to), expected) << target;
  });
}

TEST(Affine, NothingAskedForIsThePictureItself) {
  const Array from = noise({13, 29, 3});
  Array to;
  affine(from.view(), {}, to);
  EXPECT_EQ(values_of(to), values_of(from));
}

}  // namespace
}  // namespace feedrate::native
