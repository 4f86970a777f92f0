#include "feedrate/stats/sequential.h"

#include <gtest/gtest.h>

#include <array>

#include "feedrate/stats/distributions.h"

namespace feedrate::stats {
namespace {

constexpr std::array kLooks = {6, 8, 10, 14, 20, 28};

TEST(Sequential, OneLookIsTheOrdinaryTTest) {
  const std::array one = {10};
  EXPECT_NEAR(sequential_bounds(one, 0.05).front(), student_t_quantile(0.95, 9), 0.02);
  EXPECT_NEAR(sequential_bounds(one, 0.01).front(), student_t_quantile(0.99, 9), 0.05);
}

TEST(Sequential, AllErrorIsSpentByTheLastLook) {
  EXPECT_DOUBLE_EQ(pocock_spending(0.05, 1), 0.05);
  EXPECT_LT(pocock_spending(0.05, 0.2), pocock_spending(0.05, 0.4));
  EXPECT_DOUBLE_EQ(pocock_spending(0.05, 0), 0);
}

TEST(Sequential, SeveralLooksAskForMoreThanOne) {
  const auto& bounds = sequential_bounds(kLooks, 0.05);
  ASSERT_EQ(bounds.size(), kLooks.size());
  for (std::size_t i = 0; i < kLooks.size(); ++i)
    EXPECT_GT(bounds[i], student_t_quantile(0.95, kLooks[i] - 1)) << "look " << kLooks[i];
  // A smaller error, higher bounds.
  const auto& strict = sequential_bounds(kLooks, 0.01);
  for (std::size_t i = 0; i < kLooks.size(); ++i) EXPECT_GT(strict[i], bounds[i]);
  EXPECT_EQ(&sequential_bounds(kLooks, 0.01), &strict) << "computed once";
}

}  // namespace
}  // namespace feedrate::stats
