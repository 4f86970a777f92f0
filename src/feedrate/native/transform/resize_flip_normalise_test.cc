#include "feedrate/native/transform/resize_flip_normalise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "feedrate/native/media/aligned.h"
#include "feedrate/native/transform/every_target.h"
#include "feedrate/native/transform/horizontal_flip.h"
#include "feedrate/native/transform/random_resized_crop.h"

namespace feedrate::native {
namespace {

Image noise(int width, int height) {
  Image image;
  image.reshape(width, height);
  Draws draws(3, 1, 4);
  for (int y = 0; y < height; ++y) {
    for (int i = 0; i < width * kChannels; ++i) image.row(y)[i] = static_cast<std::uint8_t>(draws.next());
  }
  return image;
}

TEST(ResizeFlipNormalise, EqualsTheSingleOperations) {
  const Image image = noise(97, 83);
  const Linear linear = linear_of(Normalise{});
  Resizer resizer;
  Draws draws(9, 9, 9);
  for (const int width : {1, 3, 8, 29, 64}) {
    for (const bool mirrored : {false, true}) {
      const auto part = image.view().crop(draw_box(RandomResizedCrop{}, {97, 83}, draws));
      const int height = 40;
      Image single;
      resize(part, width, height, resizer, single);
      if (mirrored) flip(single);
      const std::size_t size = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * kChannels;
      std::vector<float> expected(size);
      store(single.view(), linear, expected);
      // Past the caches, where the width allows it, and the usual way, since nothing begins where it must.
      for (const std::size_t shift : {0U, 1U}) {
        Aligned<float> planes(size + shift);
        const auto fused = planes.values().subspan(shift);
        resize_flip_normalise(part, width, height, mirrored, linear, resizer, fused);
        EXPECT_TRUE(std::equal(fused.begin(), fused.end(), expected.begin()))
            << "width " << width << ", mirrored " << mirrored << ", shift " << shift;
      }
    }
  }
}

// Channel `channel` of an array, as all three of a picture.
Image one_channel(const ImageView& array, int channel) {
  Image out;
  out.reshape(array.width, array.height);
  for (int y = 0; y < array.height; ++y)
    for (int x = 0; x < array.width; ++x)
      for (int c = 0; c < kChannels; ++c) out.row(y)[x * kChannels + c] = array.row(y)[x * array.channels + channel];
  return out;
}

TEST(ResizeFlipNormalise, EveryChannelOfAnArrayIsMadeAsThatOfAPicture) {
  example::on_every_target([](const std::string& target) {
    for (const int channels : {1, 2, 4, 5, 9, 13}) {
      std::vector<std::uint8_t> values(static_cast<std::size_t>(61 * 47 * channels));
      Draws draws(3, 1, static_cast<std::uint64_t>(channels));
      for (auto& value : values) value = static_cast<std::uint8_t>(draws.next());
      const ImageView array{values.data(), 61, 47, std::ptrdiff_t{61} * channels, channels};
      Normalise parameters{{}, {}};
      for (int c = 0; c < channels; ++c) {
        parameters.mean.push_back(0.1 * c);
        parameters.deviation.push_back(0.2 + 0.1 * c);
      }
      const Linear linear = linear_of(parameters);
      for (const int width : {5, 32, 90}) {  // two to many taps, and one that is wider than it was
        const std::size_t plane = static_cast<std::size_t>(width) * 24;
        Resizer resizer;
        Aligned<float> made(plane * static_cast<std::size_t>(channels));
        const auto part = array.crop({3, 2, 50, 40});
        resize_flip_normalise(part, width, 24, true, linear, resizer, made.values());
        for (int c = 0; c < channels; ++c) {
          const Image alone = one_channel(part, c);
          const auto at = static_cast<std::size_t>(c);
          const Linear its{std::vector(3, linear.factor[at]), std::vector(3, linear.offset[at])};
          Aligned<float> expected(plane * kChannels);
          resize_flip_normalise(alone.view(), width, 24, true, its, resizer, expected.values());
          ASSERT_TRUE(std::equal(expected.values().begin(), expected.values().begin() + std::ptrdiff_t(plane),
                                 made.values().begin() + std::ptrdiff_t(at * plane)))
              << target << ": channel " << c << " of " << channels << ", width " << width;
        }
      }
    }
  });
}

TEST(Normalise, FollowsItsFormulaInPlanes) {
  Image image;
  image.reshape(5, 1);
  for (int i = 0; i < 15; ++i) image.row(0)[i] = static_cast<std::uint8_t>(i * 17);
  const Normalise parameters;
  std::vector<float> out(15);
  store(image.view(), linear_of(parameters), out);
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t x = 0; x < 5; ++x) {
      const double level = static_cast<double>((x * 3 + c) * 17);
      EXPECT_NEAR(out[c * 5 + x], (level / 255 - parameters.mean[c]) / parameters.deviation[c], 1e-5);
    }
  }
}

TEST(Normalise, WrongParametersAreNamed) {
  Normalise parameters;
  EXPECT_TRUE(check(parameters, kChannels));
  parameters.deviation[2] = 0;
  ASSERT_FALSE(check(parameters, kChannels));
  EXPECT_NE(check(parameters, kChannels).error().message.find("channel 2 has mean 0.406 and deviation 0"),
            std::string::npos);
  EXPECT_NE(check(parameters, 9).error().message.find("expected 9 of each"), std::string::npos);
  parameters = {};
  parameters.mean[0] = std::nan("");
  EXPECT_FALSE(check(parameters, kChannels));
}

TEST(HorizontalFlip, MirrorsAndItsInverseIsItself) {
  Image image = noise(6, 3);
  const Image before = image;
  flip(image);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 6; ++x) {
      for (int c = 0; c < kChannels; ++c) {
        ASSERT_EQ(image.row(y)[x * kChannels + c], before.view().row(y)[(5 - x) * kChannels + c]);
      }
    }
  }
}

TEST(HorizontalFlip, HappensAsOftenAsAsked) {
  Draws draws(2, 2, 2);
  int flipped = 0;
  for (int i = 0; i < 10000; ++i) flipped += draw_flip({0.3}, draws) ? 1 : 0;
  EXPECT_NEAR(flipped, 3000, 200);
  EXPECT_FALSE(draw_flip({0.0}, draws));
  EXPECT_TRUE(draw_flip({1.0}, draws));
  EXPECT_FALSE(check(HorizontalFlip{1.5}));
  EXPECT_TRUE(check(HorizontalFlip{1.0}));
}

}  // namespace
}  // namespace feedrate::native
