#include "feedrate/stats/effects.h"

#include <gtest/gtest.h>

namespace feedrate::stats {
namespace {

TEST(Effects, AFastBlockMakesNobodyFaster) {
  // Thing 0 in all three blocks, 1 in a slow one, 2 in a fast one.
  const std::vector<Observation> all = {{0, 0, 1.0}, {0, 1, 1.5}, {1, 0, 3.0}, {1, 2, 3.2}, {2, 0, 2.0}};
  const auto found = fit_effects(all, 3, 4);
  EXPECT_NEAR(*found.logs[1] - *found.logs[0], 0.5, 1e-6);
  EXPECT_NEAR(*found.logs[2] - *found.logs[0], 0.2, 1e-6);
  EXPECT_NEAR(*found.logs[0], 2.0, 1e-6) << "as in the middling block";
  EXPECT_FALSE(found.logs[3]);
  EXPECT_FALSE(found.sd) << "five numbers, five unknown";
}

TEST(Effects, AChainOfBlocksConnects) {
  std::vector<Observation> all;
  for (int i = 0; i < 8; ++i) {
    all.push_back({i, i, 0.1 * i + 5.0 * i});
    all.push_back({i, i + 1, 0.1 * (i + 1) + 5.0 * i});
  }
  const auto found = fit_effects(all, 8, 9);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(*found.logs[i] - *found.logs[0], 0.1 * static_cast<double>(i), 1e-5);
}

TEST(Effects, WhatIsLeftIsTheNoise) {
  const std::vector<Observation> all = {{0, 0, 0.1}, {0, 1, 1.0}, {1, 0, 0.0}, {1, 1, 1.1}};
  const auto found = fit_effects(all, 2, 2);
  EXPECT_NEAR(*found.logs[1] - *found.logs[0], 1.0, 1e-6);
  EXPECT_NEAR(*found.sd, 0.1, 1e-6) << "four numbers, three known, each 0.05 off";
}

}  // namespace
}  // namespace feedrate::stats
