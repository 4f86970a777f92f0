#include "feedrate/measure/growth.h"

#include <gtest/gtest.h>

#include <vector>

namespace feedrate::measure {
namespace {

TEST(Growth, TheSlopeOfALineIsItsSlope) {
  std::vector<MemoryLook> looks;
  for (int i = 0; i < 6; ++i) looks.push_back({2.0 * i, 1000 + 500 * i, 900});
  const auto found = measure_growth(looks);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->looks, 6);
  EXPECT_EQ(found->pss_bytes, 3500);
  EXPECT_EQ(found->uss_bytes, 900);
  EXPECT_EQ(found->grown_bytes, 2500);
  EXPECT_DOUBLE_EQ(found->bytes_a_second.value_or(0), 250);
}

TEST(Growth, FewLooksHaveNoSlopeAndNoneSayNothing) {
  EXPECT_FALSE(measure_growth({}));
  const std::vector<MemoryLook> three = {{0, 10, 1}, {1, 20, 1}, {2, 30, 1}};
  ASSERT_TRUE(measure_growth(three));
  EXPECT_FALSE(measure_growth(three)->bytes_a_second);
}

TEST(Growth, LooksAtOneMomentHaveNoSlope) {
  const std::vector<MemoryLook> looks(5, {1, 10, 1});
  EXPECT_FALSE(measure_growth(looks)->bytes_a_second);
}

}  // namespace
}  // namespace feedrate::measure
