#include "feedrate/control/judge/history.h"

#include <gtest/gtest.h>

#include "feedrate/base/format.h"

namespace feedrate::control {
namespace {

std::vector<contract::Session> days(const std::vector<double>& log_rates) {
  std::vector<contract::Session> out;
  for (std::size_t i = 0; i < log_rates.size(); ++i)
    out.push_back({format("2026-01-{:02}T00:00:00Z", i + 1), {{std::string(32, 'a'), "mine", log_rates[i], 5}}});
  return out;
}

TEST(History, ALevelThatFellIsToldWithItsDay) {
  auto sessions = days({0.01, -0.01, 0, 0.005, -0.005, 0.01, -0.09, -0.11, -0.1, -0.095, -0.105, -0.1});
  std::swap(sessions.front(), sessions.back());  // in any order
  const auto found = changes_of(sessions);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "mine");
  EXPECT_EQ(found[0].from, "2026-01-07T00:00:00Z");
  EXPECT_NEAR(found[0].change, -0.1, 0.01);
  EXPECT_LT(found[0].p, 0.01);
}

TEST(History, ADayOutOfLineIsNoLevel) {
  EXPECT_TRUE(changes_of(days({0.01, -0.01, 0, 0.005, -0.3, 0.01, -0.005, 0.002, -0.01, 0.0, 0.01, 0.005})).empty());
}

TEST(History, FewDaysSayNothing) { EXPECT_TRUE(changes_of(days({0, 0.001, 0.002, -0.1, -0.1, -0.1})).empty()); }

}  // namespace
}  // namespace feedrate::control
