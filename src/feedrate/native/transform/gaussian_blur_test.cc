#include "feedrate/native/transform/gaussian_blur.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "feedrate/native/transform/every_target.h"

namespace feedrate::native {
namespace {

using example::noise;
using example::on_every_target;
using example::values_of;

int mirrored(int place, int size) {
  while (place < 0 || place >= size) place = size == 1 ? 0 : std::abs(place < 0 ? place : 2 * (size - 1) - place);
  return place;
}

// The definition itself, in doubles.
double blurred(const Array& from, int y, int x, int c, int size, double sigma) {
  const auto& shape = from.shape();
  double sum = 0;
  double weights = 0;
  for (int v = -size / 2; v <= size / 2; ++v) {
    for (int u = -size / 2; u <= size / 2; ++u) {
      const double weight = std::exp(-0.5 * (u * u + v * v) / (sigma * sigma));
      sum += weight * from.view().row(mirrored(y + v, shape.height))[mirrored(x + u, shape.width) * shape.channels + c];
      weights += weight;
    }
  }
  return sum / weights;
}

TEST(GaussianBlur, MatchesTheDefinitionOnEveryTarget) {
  on_every_target([](const std::string& target) {
    for (const auto& shape : {ArrayShape{1, 1, 3}, {2, 3, 3}, {9, 70, 3}, {20, 13, 3}, {6, 11, 9}, {5, 40, 1}}) {
      const Array from = noise(shape);
      for (const auto& [size, sigma] : {std::pair{3, 0.8}, {5, 1.0}, {7, 2.0}, {11, 2.5}}) {
        Array to;
        Blur(size, sigma)(from.view(), to);
        ASSERT_EQ(to.shape(), shape);
        for (int y = 0; y < shape.height; ++y)
          for (int x = 0; x < shape.width; ++x)
            for (int c = 0; c < shape.channels; ++c)
              ASSERT_NEAR(to.view().row(y)[x * shape.channels + c], blurred(from, y, x, c, size, sigma), 0.6)
                  << target << ", size " << size << ", width " << shape.width << " at " << y << ", " << x;
      }
    }
  });
}

TEST(GaussianBlur, EveryTargetGivesTheSameBits) {
  const Array from = noise({17, 83, 3});
  std::vector<int> expected;
  on_every_target([&](const std::string& target) {
    Array to;
    Blur(9, 1.7)(from.view(), to);
    if (expected.empty()) expected = values_of(to);
    EXPECT_EQ(values_of(to), expected) << target;
  });
}

TEST(GaussianBlur, AFlatPictureStaysAsItIs) {
  for (const int level : {0, 1, 128, 254, 255}) {
    Array from;
    from.reshape({12, 40, 3});
    std::fill_n(from.values(), from.shape().bytes(), static_cast<std::uint8_t>(level));
    for (const int size : {3, 5, 31}) {
      Array to;
      Blur(size, size / 4.0)(from.view(), to);
      EXPECT_EQ(values_of(to), values_of(from)) << "level " << level << ", size " << size;
    }
  }
}

}  // namespace
}  // namespace feedrate::native
