#include "feedrate/stats/level.h"

#include <gtest/gtest.h>

#include <cmath>

#include "feedrate/base/random.h"

namespace feedrate::stats {
namespace {

// Uniform noise with mean 0 and sd 1.
std::vector<double> noise(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> out;
  for (std::size_t i = 0; i < n; ++i) out.push_back((random.unit() - 0.5) * std::sqrt(12.0));
  return out;
}

TEST(Level, ASplitHasTheTwoSampleStatistic) {
  const double series[] = {1, 2, 3, 6, 7, 8};
  const auto found = split_at(series, 3);
  EXPECT_DOUBLE_EQ(found.effect, 5);
  EXPECT_NEAR(found.t, 5 / std::sqrt(1.0 * (2.0 / 3)), 1e-12);
}

TEST(Level, PartsThatDoNotVaryAreAsSureAsCanBe) {
  const double series[] = {1, 1, 1, 2, 2, 2};
  EXPECT_TRUE(std::isinf(split_at(series, 3).t));
  EXPECT_EQ(split_at(std::vector<double>(6, 1.0), 3).t, 0);
}

TEST(Level, FindsAChangeWhereItIs) {
  auto series = noise(30, 1);
  for (std::size_t i = 18; i < series.size(); ++i) series[i] -= 4;
  const auto found = likeliest_change(series, 3);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->at, 18U);
  EXPECT_NEAR(found->effect, -4, 0.8);
  EXPECT_EQ(found->p, 0.001);
}

TEST(Level, FindsTwoChanges) {
  auto series = noise(60, 2);
  for (std::size_t i = 20; i < 40; ++i) series[i] += 5;
  const auto found = changes_in(series, 3, 0.01);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].at, 20U);
  EXPECT_EQ(found[1].at, 40U);
  EXPECT_GT(found[0].effect, 0);
  EXPECT_LT(found[1].effect, 0);
}

TEST(Level, NoiseAloneRarelyHasOne) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) found += changes_in(noise(20, seed), 3, 0.01).empty() ? 0 : 1;
  EXPECT_LE(found, 9);  // 3 are expected
}

TEST(Level, TooShortASeriesHasNone) {
  EXPECT_FALSE(likeliest_change(noise(5, 1), 3));
  EXPECT_TRUE(likeliest_change(noise(6, 1), 3));
}

TEST(Level, GroupsThatDifferAreFound) {
  std::vector<std::vector<double>> groups = {noise(8, 1), noise(8, 2), noise(8, 3)};
  EXPECT_GT(*groups_alike(groups), 0.05);
  for (auto& each : groups[1]) each += 3;
  EXPECT_LT(*groups_alike(groups), 0.01);
}

TEST(Level, AGroupAloneSaysNothing) {
  EXPECT_FALSE(groups_alike(std::vector<std::vector<double>>{noise(8, 1)}));
  EXPECT_FALSE(groups_alike(std::vector<std::vector<double>>{{1}, {2}}));
}

TEST(Level, AlikeGroupsAreRarelyCalledDifferent) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::vector<std::vector<double>> groups = {noise(6, seed), noise(9, seed + 1000)};
    found += *groups_alike(groups) < 0.01 ? 1 : 0;
  }
  EXPECT_LE(found, 9);
}

}  // namespace
}  // namespace feedrate::stats
