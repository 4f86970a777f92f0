#include "feedrate/native/media/image.h"

#include <gtest/gtest.h>

#include <set>

#include "feedrate/native/media/random.h"

namespace feedrate::native {
namespace {

TEST(Image, CropPointsIntoThePicture) {
  Image image;
  image.reshape(10, 8);
  image.row(3)[4 * kChannels + 1] = 77;
  const ImageView crop = image.view().crop({4, 2, 6, 6});
  EXPECT_EQ(crop.row(1)[1], 77);
  EXPECT_EQ(crop.width, 6);
  EXPECT_EQ(crop.height, 6);
}

TEST(ImageDeathTest, ACropOutsideIsOurMistake) {
  Image image;
  image.reshape(10, 8);
  EXPECT_DEATH((void)image.view().crop({5, 0, 6, 8}), "does not hold");
}

TEST(Draws, DependOnEveryPartOfTheKey) {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t a = 0; a < 10; ++a) {
    for (std::uint64_t b = 0; b < 10; ++b) {
      for (std::uint64_t c = 0; c < 10; ++c) firsts.insert(Draws(a, b, c).next());
    }
  }
  EXPECT_EQ(firsts.size(), 1000U);
}

TEST(Draws, StayInRangeAndFillIt) {
  Draws draws(1, 2, 3);
  int seen[5] = {};
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const int value = draws.below(5);
    ASSERT_GE(value, 0);
    ASSERT_LT(value, 5);
    ++seen[value];
    const double real = draws.uniform(2, 4);
    ASSERT_GE(real, 2);
    ASSERT_LT(real, 4);
    sum += real;
  }
  for (const int count : seen) EXPECT_NEAR(count, 2000, 200);
  EXPECT_NEAR(sum / 10000, 3, 0.05);
}

}  // namespace
}  // namespace feedrate::native
