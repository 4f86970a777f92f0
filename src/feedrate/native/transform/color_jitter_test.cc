#include "feedrate/native/transform/color_jitter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "feedrate/native/transform/every_target.h"
#include "feedrate/native/transform/grayscale.h"

namespace feedrate::native {
namespace {

using example::kShapes;
using example::noise;
using example::on_every_target;
using example::values_of;

using Colour = std::array<double, 3>;

double whole(double level) { return std::floor(std::clamp(level, 0.0, 255.0)); }

// By the textbook: to hue, saturation and value, and back.
Colour turned(const Colour& colour, double turns) {
  const double most = *std::max_element(colour.begin(), colour.end());
  const double spread = most - *std::min_element(colour.begin(), colour.end());
  if (spread == 0) return colour;
  double hue = 0;
  if (most == colour[0])
    hue = (colour[1] - colour[2]) / spread;
  else if (most == colour[1])
    hue = 2 + (colour[2] - colour[0]) / spread;
  else
    hue = 4 + (colour[0] - colour[1]) / spread;
  hue = std::fmod(hue + 6 * turns + 12, 6);
  const double part = hue - std::floor(hue);
  const double low = most - spread;
  const double falling = most - spread * part;
  const double rising = most - spread * (1 - part);
  switch (static_cast<int>(hue)) {
    case 0:
      return {most, rising, low};
    case 1:
      return {falling, most, low};
    case 2:
      return {low, most, rising};
    case 3:
      return {low, falling, most};
    case 4:
      return {rising, low, most};
    default:
      return {most, low, falling};
  }
}

TEST(ColorJitter, SaturationOnEveryTarget) {
  on_every_target([](const std::string& target) {
    for (const auto& shape : kShapes) {
      const Array from = noise(shape);
      auto expected = values_of(from);
      for (std::size_t i = 0; i < expected.size(); i += 3) {
        const float grey = grey_of(expected[i], expected[i + 1], expected[i + 2]);
        for (std::size_t c = 0; c < 3; ++c)
          expected[i + c] = static_cast<int>(whole(static_cast<float>(expected[i + c]) * 1.5F + grey * (1 - 1.5F)));
      }
      Array to;
      color_jitter(from.view(), {1, 1, 1.5, 0}, to);
      EXPECT_EQ(values_of(to), expected) << target << ", width " << shape.width;
    }
  });
}

TEST(ColorJitter, HueOnEveryTarget) {
  for (const double turns : {-0.5, -0.1, 0.1, 0.25, 0.5}) {
    on_every_target([&](const std::string& target) {
      for (const auto& shape : kShapes) {
        const Array from = noise(shape);
        Array to;
        color_jitter(from.view(), {1, 1, 1, turns}, to);
        const auto before = values_of(from);
        const auto after = values_of(to);
        for (std::size_t i = 0; i < before.size(); i += 3) {
          const Colour expected = turned({double(before[i]), double(before[i + 1]), double(before[i + 2])}, turns);
          for (std::size_t c = 0; c < 3; ++c)
            ASSERT_NEAR(after[i + c], expected[c], 0.51) << target << ", by " << turns << " at " << i;
        }
      }
    });
  }
}

TEST(ColorJitter, OneAfterTheOther) {
  const Array from = noise({9, 31, 3});
  Array whole_of_it;
  Array steps;
  Array more;
  color_jitter(from.view(), {1.2, 0.7, 1.3, 0.2}, whole_of_it);
  color_jitter(from.view(), {1.2, 1, 1, 0}, steps);
  color_jitter(steps.view(), {1, 0.7, 1, 0}, more);
  color_jitter(more.view(), {1, 1, 1.3, 0}, steps);
  color_jitter(steps.view(), {1, 1, 1, 0.2}, more);
  EXPECT_EQ(values_of(whole_of_it), values_of(more));
  color_jitter(from.view(), {}, steps);
  EXPECT_EQ(values_of(steps), values_of(from)) << "nothing asked for";
}

}  // namespace
}  // namespace feedrate::native
