#include "feedrate/agent/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace feedrate::agent {
namespace {

TEST(Schedule, AGroupHasBothLengthsAndOppositeOrders) {
  Schedule schedule(5, {1, true}, 1);
  std::vector<std::size_t> everyone(5);
  std::iota(everyone.begin(), everyone.end(), std::size_t{0});
  for (int group = 0; group < 50; ++group) {
    const auto rounds = schedule.next_group();
    ASSERT_EQ(rounds.size(), 2U);
    EXPECT_NE(rounds[0].is_short, rounds[1].is_short);
    EXPECT_EQ(rounds[0].group, group);
    EXPECT_EQ(rounds[1].group, group);
    EXPECT_TRUE(std::is_permutation(rounds[0].order.begin(), rounds[0].order.end(), everyone.begin(), everyone.end()));
    EXPECT_TRUE(
        std::equal(rounds[0].order.begin(), rounds[0].order.end(), rounds[1].order.rbegin(), rounds[1].order.rend()));
  }
}

TEST(Schedule, FourShortRoundsCanGoWithALongOneAnywhere) {
  Schedule schedule(2, {4, true}, 3);
  std::set<std::ptrdiff_t> places;
  for (int group = 0; group < 100; ++group) {
    const auto rounds = schedule.next_group();
    ASSERT_EQ(rounds.size(), 5U);
    EXPECT_EQ(std::count_if(rounds.begin(), rounds.end(), [](const auto& round) { return round.is_short; }), 4);
    places.insert(std::find_if(rounds.begin(), rounds.end(), [](const auto& round) { return !round.is_short; }) -
                  rounds.begin());
    for (std::size_t i = 1; i < rounds.size(); ++i) EXPECT_NE(rounds[i].order, rounds[i - 1].order);
  }
  EXPECT_EQ(places.size(), 5U);
}

TEST(Schedule, OutsideOfABurnInAllAreShortAndEveryArmIsAsOftenEarlyAsLate) {
  Schedule schedule(3, {}, 2);
  for (int group = 0; group < 20; ++group) {
    const auto rounds = schedule.next_group();
    ASSERT_EQ(rounds.size(), 2U);
    EXPECT_TRUE(rounds[0].is_short && rounds[1].is_short);
    EXPECT_TRUE(
        std::equal(rounds[0].order.begin(), rounds[0].order.end(), rounds[1].order.rbegin(), rounds[1].order.rend()));
  }
}

TEST(Schedule, NoArmAndNoLengthIsAlwaysFirst) {
  Schedule schedule(3, {1, true}, 7);
  std::set<std::size_t> first;
  std::set<bool> short_first;
  for (int group = 0; group < 50; ++group) {
    const auto rounds = schedule.next_group();
    first.insert(rounds[0].order.front());
    short_first.insert(rounds[0].is_short);
  }
  EXPECT_EQ(first.size(), 3U);
  EXPECT_EQ(short_first.size(), 2U);
}

TEST(Schedule, LengthsVaryByAQuarterAroundWhatWasAsked) {
  Schedule schedule(2, {}, 5);
  double sum = 0;
  std::set<double> seen;
  for (int group = 0; group < 500; ++group)
    for (const auto& round : schedule.next_group()) {
      EXPECT_GE(round.stretch, 0.75);
      EXPECT_LE(round.stretch, 1.25);
      sum += round.stretch;
      seen.insert(round.stretch);
    }
  EXPECT_NEAR(sum / 1000, 1, 0.02);
  EXPECT_EQ(seen.size(), 1000U);
}

std::vector<std::size_t> orders(std::uint64_t seed) {
  Schedule schedule(4, {1, true}, seed);
  std::vector<std::size_t> out;
  for (int group = 0; group < 10; ++group)
    for (const auto& round : schedule.next_group()) {
      out.insert(out.end(), round.order.begin(), round.order.end());
      out.push_back(round.is_short ? 1 : 0);
    }
  return out;
}

TEST(Schedule, FollowsFromItsSeed) {
  EXPECT_EQ(orders(1), orders(1));
  EXPECT_NE(orders(1), orders(2));
}

}  // namespace
}  // namespace feedrate::agent
