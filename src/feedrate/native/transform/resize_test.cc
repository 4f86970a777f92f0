#include "feedrate/native/transform/resize.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "feedrate/native/media/random.h"
#include "feedrate/native/transform/every_target.h"

namespace feedrate::native {
namespace {

Image seeded_noise(int width, int height) {
  Image image;
  image.reshape(width, height);
  Draws draws(11, 0, static_cast<std::uint64_t>(width));
  for (int y = 0; y < height; ++y) {
    for (int i = 0; i < width * kChannels; ++i) image.row(y)[i] = static_cast<std::uint8_t>(draws.next());
  }
  return image;
}

// The definition itself: every source pixel weighted by a triangle around the target's centre, in double.
double triangle(int source, int target, double scale) {
  const double reach = std::max(scale, 1.0);
  return std::max(0.0, 1.0 - std::abs(source + 0.5 - (target + 0.5) * scale) / reach);
}

double reference(const ImageView& from, int x, int y, int channel, int width, int height) {
  double sum = 0;
  double weights = 0;
  for (int v = 0; v < from.height; ++v) {
    const double down = triangle(v, y, static_cast<double>(from.height) / height);
    for (int u = 0; down > 0 && u < from.width; ++u) {
      const double weight = down * triangle(u, x, static_cast<double>(from.width) / width);
      sum += weight * from.row(v)[u * kChannels + channel];
      weights += weight;
    }
  }
  return sum / weights;
}

void expect_matches_reference(const ImageView& from, int width, int height) {
  Resizer resizer;
  Image out;
  resize(from, width, height, resizer, out);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < kChannels; ++c) {
        const double expected = reference(from, x, y, c, width, height);
        ASSERT_NEAR(out.row(y)[x * kChannels + c], expected, 0.55)
            << from.width << "x" << from.height << " -> " << width << "x" << height << " at " << x << "," << y;
      }
    }
  }
}

TEST(Resize, MatchesTheDefinition) {
  const Image image = seeded_noise(53, 41);
  expect_matches_reference(image.view(), 24, 20);  // shrink
  expect_matches_reference(image.view(), 80, 90);  // grow
  expect_matches_reference(image.view(), 70, 16);  // one of each
  expect_matches_reference(image.view(), 53, 41);  // neither
  expect_matches_reference(image.view(), 5, 3);
  expect_matches_reference(image.view().crop({7, 5, 31, 29}), 22, 22);
}

TEST(Resize, IsOffByNoMoreThanRounding) {
  const Image image = seeded_noise(301, 260);
  Resizer resizer;
  Image out;
  resize(image.view(), 64, 48, resizer, out);
  double off = 0;
  double bias = 0;
  for (int y = 0; y < 48; ++y) {
    for (int x = 0; x < 64; ++x) {
      const double difference = out.row(y)[x * kChannels] - reference(image.view(), x, y, 0, 64, 48);
      off += std::abs(difference);
      bias += difference;
    }
  }
  EXPECT_NEAR(off / (64 * 48), 0.25, 0.02) << "as rounding to whole levels alone";
  EXPECT_NEAR(bias / (64 * 48), 0, 0.02);
}

TEST(Resize, EveryCpuGivesTheSameBits) {
  const Image image = seeded_noise(253, 241);
  const Size sizes[] = {{224, 224}, {300, 7}, {1, 1}, {5, 300}, {61, 30}, {12, 11}, {9, 2}};
  for (const auto& size : sizes) {
    Image expected;
    bool is_first = true;
    example::on_every_target([&](const std::string& target) {
      Resizer resizer;
      Image out;
      resize(image.view(), size.width, size.height, resizer, out);
      if (is_first) std::swap(expected, out);
      if (std::exchange(is_first, false)) return;
      for (int y = 0; y < size.height; ++y)
        ASSERT_TRUE(std::equal(out.row(y), out.row(y) + out.stride(), expected.row(y)))
            << target << ", " << size.width << " x " << size.height;
    });
  }
}

TEST(Resize, ManyTaps) {
  const Image image = seeded_noise(700, 500);
  expect_matches_reference(image.view(), 9, 8);  // some sixty rows together
  expect_matches_reference(image.view(), 2, 2);  // some five hundred
  expect_matches_reference(image.view(), 9, 480);
}

TEST(Resize, VerySmallSources) {
  const Image image = seeded_noise(40, 40);
  expect_matches_reference(image.view().crop({3, 3, 1, 1}), 7, 5);
  expect_matches_reference(image.view().crop({0, 0, 1, 9}), 4, 4);
  expect_matches_reference(image.view().crop({39, 39, 1, 1}), 1, 1);
  expect_matches_reference(image.view().crop({20, 0, 5, 40}), 6, 6);
  expect_matches_reference(image.view().crop({20, 0, 6, 2}), 6, 6);
}

TEST(Resize, WhiteStaysWhite) {
  Image white;
  white.reshape(500, 375);
  for (int y = 0; y < 375; ++y) std::fill_n(white.row(y), 500 * kChannels, std::uint8_t{255});
  Resizer resizer;
  Image out;
  for (const int size : {3, 100, 224, 611}) {
    resize(white.view(), size, size, resizer, out);
    for (int y = 0; y < size; ++y) {
      for (int i = 0; i < size * kChannels; ++i) ASSERT_EQ(out.row(y)[i], 255);
    }
  }
}

TEST(Resize, OneResizerServesManySizes) {
  const Image image = seeded_noise(64, 48);
  Resizer reused;
  Image big;
  resize(image.view(), 200, 200, reused, big);
  Image again;
  resize(image.view(), 30, 30, reused, again);
  Resizer fresh;
  Image expected;
  resize(image.view(), 30, 30, fresh, expected);
  for (int y = 0; y < 30; ++y) EXPECT_TRUE(std::equal(again.row(y), again.row(y) + 90, expected.row(y)));
}

}  // namespace
}  // namespace feedrate::native
