#include "feedrate/measure/steady.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "feedrate/base/random.h"

namespace feedrate::measure {
namespace {

// 100 gaps of 10 ms, each changed by a factor that depends on its place (0 to 1), with noise of this sd.
std::vector<Gap> gaps(const std::function<double(double)>& factor, double sd, std::uint64_t seed = 3, int n = 100) {
  Random random(seed);
  std::vector<Gap> out;
  std::int64_t now = 0;
  for (int i = 0; i < n; ++i) {
    const double normal = std::sqrt(-2 * std::log(1 - random.unit())) * std::cos(2 * std::numbers::pi * random.unit());
    const double seconds = 0.01 * factor(static_cast<double>(i) / n) * std::exp(sd * normal);
    const auto next = now + static_cast<std::int64_t>(seconds * 1e9);
    out.push_back({now, next, 64, 0});
    now = next;
  }
  return out;
}

TEST(Steady, EvenAndNoisyWindowsAreSteady) {
  EXPECT_TRUE(test_steadiness(gaps([](double) { return 1.0; }, 0))->steady);
  int flagged = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    flagged += test_steadiness(gaps([](double) { return 1.0; }, 0.2, seed))->steady ? 0 : 1;
  EXPECT_LE(flagged, 8) << "three tests at 1 %";
}

TEST(Steady, NoticesWhatChangesAndSaysHow) {
  const auto slower = test_steadiness(gaps([](double at) { return at < 0.5 ? 1.0 : 1.2; }, 0.05));
  ASSERT_TRUE(slower);
  EXPECT_FALSE(slower->steady);
  EXPECT_NE(slower->reason.find("its second half is 1"), std::string::npos) << slower->reason;
  EXPECT_NE(slower->reason.find("slower than its first"), std::string::npos) << slower->reason;
  const auto drift = test_steadiness(gaps([](double at) { return 1.0 - 0.18 * at; }, 0.02));
  ASSERT_TRUE(drift);
  EXPECT_FALSE(drift->steady);
  EXPECT_NE(drift->reason.find("faster"), std::string::npos) << drift->reason;
  const auto late = test_steadiness(gaps([](double at) { return at < 0.8 ? 1.0 : 1.15; }, 0.03));
  ASSERT_TRUE(late);
  EXPECT_FALSE(late->steady) << "only the change point sees it";
}

TEST(Steady, SmallChangesAreNotFlaggedHoweverSure) {
  EXPECT_TRUE(test_steadiness(gaps([](double at) { return at < 0.5 ? 1.0 : 1.05; }, 0.001))->steady);
}

TEST(Steady, TooFewGapsSayNothing) {
  EXPECT_FALSE(test_steadiness(gaps([](double) { return 1.0; }, 0, 1, 39)));
  EXPECT_TRUE(test_steadiness(gaps([](double) { return 1.0; }, 0, 1, 40)));
}

}  // namespace
}  // namespace feedrate::measure
