#include "feedrate/agent/turns.h"

#include <gtest/gtest.h>

#include <set>

namespace feedrate::agent {
namespace {

using contract::marks::Mode;

TEST(Turns, EveryBlockHasEachSegmentOnceAndEndsAsTheProgramAlwaysRuns) {
  Turns turns(1, 4, 0.01, 7);
  std::uint64_t at = 50;
  for (int number = 0; number < 6; ++number) {
    const auto block = turns.next(at);
    ASSERT_EQ(block.entries.size(), 4U);
    std::set<Mode> modes;
    for (std::size_t i = 0; i < 3; ++i) {
      modes.insert(block.entries[i].mode);
      EXPECT_EQ(block.plan[i].block, number);
      EXPECT_EQ(block.plan[i].mode, block.entries[i].mode);
      EXPECT_LE(block.entries[i].at, block.entries[i + 1].at);
      // While it is drained the program is given nothing.
      EXPECT_EQ(block.entries[i].at == block.entries[i + 1].at, block.entries[i].mode == Mode::kLoader);
    }
    EXPECT_EQ(modes.size(), 3U);
    EXPECT_EQ(block.entries[3].mode, Mode::kReal);
    EXPECT_FALSE(block.plan[3].counts);
    EXPECT_EQ(block.entries[0].at, at);
    at = block.ends_at + 10;
  }
}

TEST(Turns, EveryOtherBlockRunsInReverse) {
  Turns turns(1, 4, 0.01, 7);
  const auto first = turns.next(0);
  const auto second = turns.next(1000);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(first.entries[i].mode, second.entries[2 - i].mode);
}

TEST(Turns, LengthsFollowTheRates) {
  Turns turns(1, 1, 0.01, 7);
  turns.next(0);
  turns.learn(std::vector<contract::Segment>{{0, Mode::kReplay, 100, 800, 0.1, 0}, {0, Mode::kLoader, 10, 80, 1, 1}});
  const auto block = turns.next(1000);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto batches = block.entries[i].mode == Mode::kLoader ? block.entries[i].batches
                                                                : block.entries[i + 1].at - block.entries[i].at;
    const auto counted = static_cast<std::int64_t>(batches) - block.plan[i].settle - 1;
    EXPECT_EQ(counted, block.entries[i].mode == Mode::kReplay   ? 1000
                       : block.entries[i].mode == Mode::kLoader ? 10
                                                                : 100);
  }
}

TEST(Turns, ABatchOrTwoAreNoRate) {
  Turns turns(1, 1, 0.01, 7);
  turns.next(0);
  turns.learn(std::vector<contract::Segment>{{0, Mode::kLoader, 1, 8, 1e-5, 1e-5}, {0, Mode::kReal, 3, 24, 9, 0}});
  const auto block = turns.next(1000);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto batches = block.entries[i].mode == Mode::kLoader ? block.entries[i].batches
                                                                : block.entries[i + 1].at - block.entries[i].at;
    EXPECT_EQ(static_cast<std::int64_t>(batches) - block.plan[i].settle - 1, 100) << i;
  }
}

TEST(Turns, ReplayWaitsForTheLoaderToFillItsQueue) {
  const auto waits = [](double loader_seconds) {
    Turns turns(1, 4, 0.01, 7);
    turns.next(0);
    turns.learn(std::vector<contract::Segment>{{0, Mode::kReplay, 100, 800, 1, 0},
                                               {0, Mode::kLoader, 10, 80, 10 * loader_seconds, 0}});
    for (const auto& segment : turns.next(1000).plan)
      if (segment.mode == Mode::kReplay) return segment.settle;
    return std::int64_t{-1};
  };
  EXPECT_EQ(waits(0.02), 2 + 8);  // 4 batches of 20 ms, while 8 of 10 ms pass
  EXPECT_EQ(waits(10), 2 + 200);  // but no longer than two segments
}

TEST(Turns, WhatWasReadyPassesFirst) {
  Turns turns(0.001, 16, 1, 7);
  const auto block = turns.next(0);
  for (const auto& segment : block.plan) {
    if (!segment.counts || segment.mode == Mode::kReplay) continue;
    EXPECT_EQ(segment.settle, 32);
  }
}

}  // namespace
}  // namespace feedrate::agent
