#include "feedrate/stats/summary.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "feedrate/base/random.h"
#include "feedrate/stats/distributions.h"

namespace feedrate::stats {
namespace {

TEST(Summary, OfAHandComputedSample) {
  // mean 5, squares 9+1+1+1+0+0+4+16 = 32, sd sqrt(32 / 7).
  const std::array<double, 8> sample = {2, 4, 4, 4, 5, 5, 7, 9};
  const Summary s = summarise(sample);
  EXPECT_EQ(s.n, 8U);
  EXPECT_DOUBLE_EQ(s.mean, 5);
  ASSERT_TRUE(s.sd);
  EXPECT_NEAR(*s.sd, 2.138089935299395, 1e-12);
}

TEST(Summary, SmallSpreadBesideALargeMeanKeepsItsDigits) {
  const std::array<double, 3> sample = {1e9 + 1, 1e9 + 2, 1e9 + 3};
  EXPECT_NEAR(*summarise(sample).sd, 1, 1e-9);
}

TEST(Summary, OneNumberHasNoSpreadAndNoInterval) {
  const std::array<double, 1> sample = {3};
  const Summary s = summarise(sample);
  EXPECT_DOUBLE_EQ(s.mean, 3);
  EXPECT_FALSE(s.sd);
  EXPECT_FALSE(mean_interval(s, 0.95));
}

TEST(Summary, NothingHasNothing) {
  const Summary s = summarise({});
  EXPECT_EQ(s.n, 0U);
  EXPECT_FALSE(s.sd);
  EXPECT_FALSE(mean_interval(s, 0.95));
}

// Student's sleep data, differences of the two drugs, as printed by R's t.test(extra ~ group, paired = TRUE): mean
// -1.58, 95 percent confidence interval -2.4598858 to -0.7001142.
TEST(MeanInterval, AgreesWithThePublishedSleepExample) {
  const std::array<double, 10> differences = {-1.2, -2.4, -1.3, -1.3, 0, -1, -1.8, -0.8, -4.6, -1.4};
  const Summary s = summarise(differences);
  EXPECT_NEAR(s.mean, -1.58, 1e-12);
  const auto interval = mean_interval(s, 0.95);
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->low, -2.4598858, 5e-8);
  EXPECT_NEAR(interval->high, -0.7001142, 5e-8);
}

TEST(MeanInterval, ItsWidthOverTheQuantileFallsWithTheRootOfN) {
  constexpr int kSimulations = 10'000;
  Random random(11);
  const auto normal = [&] {
    return std::sqrt(-2 * std::log(1 - random.unit())) * std::cos(2 * std::numbers::pi * random.unit());
  };
  for (const std::size_t n : {6U, 12U, 24U, 48U, 96U}) {
    double sum = 0;
    std::vector<double> sample(n);
    for (int i = 0; i < kSimulations; ++i) {
      for (auto& each : sample) each = normal();
      const auto interval = mean_interval(summarise(sample), 0.95);
      sum += (interval->high - interval->low) / 2 / student_t_quantile(0.975, static_cast<double>(n) - 1);
    }
    EXPECT_NEAR(sum / kSimulations * std::sqrt(static_cast<double>(n)), 1, 0.05) << n;
  }
}

TEST(MeanInterval, IsWiderAtAHigherLevel) {
  const std::array<double, 5> sample = {1, 2, 3, 4, 5};
  // sd sqrt(2.5), standard error sqrt(0.5); t(4) 2.776445 and 4.604095.
  EXPECT_NEAR(mean_interval(summarise(sample), 0.95)->high, 3 + 2.776445 * 0.70710678, 1e-5);
  EXPECT_NEAR(mean_interval(summarise(sample), 0.99)->high, 3 + 4.604095 * 0.70710678, 1e-5);
}

// R: quantile(c(1, 3, 4, 8, 15), c(0, .1, .25, .5, .9, 1)) and quantile(1:10, c(.25, .9, .99)).
TEST(Quantile, IsTypeSeven) {
  const std::array<double, 5> five = {1, 3, 4, 8, 15};
  EXPECT_DOUBLE_EQ(quantile(five, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(five, 0.1), 1.8);
  EXPECT_DOUBLE_EQ(quantile(five, 0.25), 3);
  EXPECT_DOUBLE_EQ(quantile(five, 0.5), 4);
  EXPECT_DOUBLE_EQ(quantile(five, 0.9), 12.2);
  EXPECT_DOUBLE_EQ(quantile(five, 1), 15);
  const std::array<double, 10> ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_DOUBLE_EQ(quantile(ten, 0.25), 3.25);
  EXPECT_DOUBLE_EQ(quantile(ten, 0.9), 9.1);
  EXPECT_DOUBLE_EQ(quantile(ten, 0.99), 9.91);
}

TEST(Quantile, MedianOfEvenAndOneNumber) {
  EXPECT_DOUBLE_EQ(median(std::array<double, 4>{1, 2, 4, 9}), 3);
  EXPECT_DOUBLE_EQ(median(std::array<double, 1>{7}), 7);
}

// Ranks from tables of the sign test at 95 %.
TEST(MedianInterval, IsTheRanksOfTheSignTest) {
  const auto ranks = [](std::size_t n) {
    std::vector<double> sample(n);
    std::iota(sample.begin(), sample.end(), 1.0);
    return median_interval(sample, 0.95);
  };
  EXPECT_FALSE(ranks(0));
  EXPECT_FALSE(ranks(5));
  for (const auto& [n, low] : {std::pair(6U, 1.0), {9U, 2.0}, {12U, 3.0}, {20U, 6.0}, {25U, 8.0}}) {
    const auto found = ranks(n);
    ASSERT_TRUE(found) << n;
    EXPECT_EQ(found->low, low) << n;
    EXPECT_EQ(found->high, n + 1 - low) << n;
  }
}

}  // namespace
}  // namespace feedrate::stats
