#include "feedrate/stats/ratio.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace feedrate::stats {
namespace {

TEST(RatioOfLogs, IsTheGeometricMeanWithItsInterval) {
  // Ratios 1, 2, 4: logs 0, ln 2, 2 ln 2; mean ln 2, sd ln 2, standard error ln 2 / sqrt 3; t(2) 4.302653.
  const std::array<double, 3> logs = {0, std::log(2.0), std::log(4.0)};
  const RatioEstimate r = ratio_of_logs(summarise(logs), 0.95);
  EXPECT_NEAR(r.ratio, 2, 1e-12);
  ASSERT_TRUE(r.interval);
  const double factor = std::pow(2.0, 4.302653 / std::sqrt(3.0));
  EXPECT_NEAR(r.interval->low, 2 / factor, 1e-5);
  EXPECT_NEAR(r.interval->high, 2 * factor, 1e-5);
}

TEST(RatioOfLogs, OnePairHasNoInterval) {
  const RatioEstimate r = ratio_of_logs(summarise(std::array<double, 1>{std::log(0.5)}), 0.95);
  EXPECT_NEAR(r.ratio, 0.5, 1e-12);
  EXPECT_FALSE(r.interval);
}

TEST(RatioOfLogs, TurnedRoundIsTheInverse) {
  const std::array<double, 4> logs = {0.1, 0.12, 0.09, 0.13};
  const std::array<double, 4> turned = {-0.1, -0.12, -0.09, -0.13};
  const RatioEstimate a = ratio_of_logs(summarise(logs), 0.95);
  const RatioEstimate b = ratio_of_logs(summarise(turned), 0.95);
  EXPECT_NEAR(a.ratio * b.ratio, 1, 1e-12);
  EXPECT_NEAR(a.interval->low * b.interval->high, 1, 1e-12);
}

TEST(SdUpperBound, UsesTheLowerQuantileOfChiSquared) {
  // n = 5: sqrt(4 / 1.648777) = 1.557582.
  EXPECT_NEAR(sd_upper_bound(1, 5, 0.8), 1.557582, 1e-5);
  EXPECT_GT(sd_upper_bound(1, 5, 0.9), sd_upper_bound(1, 5, 0.8));
}

TEST(VisibleEffect, IsTheHalfWidthAtTheUpperBound) {
  // sd sqrt(2.5) / 100, n = 5: 2.776445 * 0.01581139 * 1.557582 / sqrt 5 = 0.0305789; 1 - exp(-that) = 0.0301161.
  const std::array<double, 5> logs = {0.01, 0.02, 0.03, 0.04, 0.05};
  const auto sees = visible_effect(summarise(logs));
  ASSERT_TRUE(sees);
  EXPECT_NEAR(*sees, 0.0301161, 1e-6);
  EXPECT_FALSE(visible_effect(summarise(std::array<double, 1>{0.01})));
}

TEST(PairsForHalfWidth, IsTheFirstNumberThatIsEnough) {
  // Half-widths for sd 1: n = 6 gives 2.570582 / sqrt 6 = 1.0494, n = 7 gives 2.446912 / sqrt 7 = 0.9248.
  EXPECT_EQ(pairs_for_half_width(1, 1, 1000), 7U);
  EXPECT_EQ(pairs_for_half_width(1, 1.05, 1000), 6U);
  EXPECT_EQ(pairs_for_half_width(0, 0.01, 1000), 2U);
  EXPECT_FALSE(pairs_for_half_width(1, 0.001, 1000));
}

}  // namespace
}  // namespace feedrate::stats
