#include "feedrate/native/transform/random_resized_crop.h"

#include <gtest/gtest.h>

#include <cmath>

namespace feedrate::native {
namespace {

TEST(RandomResizedCrop, BoxesAreInsideAndInRange) {
  const RandomResizedCrop crop;
  double area = 0;
  double log_ratio = 0;
  constexpr int kRounds = 20000;
  for (std::uint64_t index = 0; index < kRounds; ++index) {
    Draws draws(1, 0, index);
    const Box box = draw_box(crop, {500, 375}, draws);
    ASSERT_GE(box.left, 0);
    ASSERT_GE(box.top, 0);
    ASSERT_LE(box.left + box.width, 500);
    ASSERT_LE(box.top + box.height, 375);
    const double ratio = static_cast<double>(box.width) / box.height;
    ASSERT_GT(ratio, 0.74);
    ASSERT_LT(ratio, 1.35);
    area += static_cast<double>(box.width) * box.height / (500.0 * 375.0);
    log_ratio += std::log(ratio);
  }
  // Means of 60,000 draws of torchvision 0.28's get_params at this size (large boxes of most ratios do not fit and are
  // drawn again, which favours small and wide ones).
  EXPECT_NEAR(area / kRounds, 0.4329, 0.006);
  EXPECT_NEAR(log_ratio / kRounds, 0.0308, 0.004);
}

TEST(RandomResizedCrop, DependsOnlyOnTheKey) {
  const RandomResizedCrop crop;
  Draws a(5, 6, 7);
  Draws b(5, 6, 7);
  Draws other_epoch(5, 7, 7);
  const Box box = draw_box(crop, {500, 375}, a);
  EXPECT_EQ(box, draw_box(crop, {500, 375}, b));
  EXPECT_NE(box, draw_box(crop, {500, 375}, other_epoch));
}

TEST(RandomResizedCrop, FallsBackToTheCentre) {
  RandomResizedCrop crop;
  crop.scale = {1.0, 1.0};
  Draws draws(1, 1, 1);
  EXPECT_EQ(draw_box(crop, {1000, 100}, draws), (Box{433, 0, 133, 100}));
  EXPECT_EQ(draw_box(crop, {100, 1000}, draws), (Box{0, 433, 100, 133}));
  crop.ratio = {1.0, 1.0};
  EXPECT_EQ(draw_box(crop, {101, 100}, draws), (Box{0, 0, 100, 100}));
}

TEST(RandomResizedCrop, OnePixelIsEnough) {
  Draws draws(1, 1, 2);
  EXPECT_EQ(draw_box(RandomResizedCrop{}, {1, 1}, draws), (Box{0, 0, 1, 1}));
}

TEST(RandomResizedCrop, WrongParametersAreNamed) {
  RandomResizedCrop crop;
  EXPECT_TRUE(check(crop));
  crop.scale = {0.5, 0.2};
  ASSERT_FALSE(check(crop));
  EXPECT_EQ(check(crop).error().message, "random_resized_crop: scale is [0.5, 0.2]; expected 0 < low <= high <= 1");
  crop = {};
  crop.ratio.low = std::nan("");
  EXPECT_FALSE(check(crop));
  crop = {};
  crop.width = 0;
  ASSERT_FALSE(check(crop));
  EXPECT_EQ(check(crop).error().message, "random_resized_crop: height 224, width 0; expected 1 .. 16384 each");
}

}  // namespace
}  // namespace feedrate::native
