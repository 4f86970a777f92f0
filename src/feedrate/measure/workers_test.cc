#include "feedrate/measure/workers.h"

#include <gtest/gtest.h>

namespace feedrate::measure {
namespace {

// Two workers, 12 looks a second apart; the second is always `behind` samples behind the first.
Workers watched(WorkerTurns first_a_second, WorkerTurns second_a_second, double behind) {
  Workers out;
  for (int i = 1; i <= 12; ++i) {
    const auto at = [&](const WorkerTurns& each) {
      return WorkerTurns{each.samples * i, each.ran_seconds * i, each.waited_seconds * i};
    };
    auto second = at(second_a_second);
    second.samples -= behind;
    out.look({{7, at(first_a_second)}, {8, second}}, i);
  }
  return out;
}

TEST(Workers, OneThatDoesMoreWorkIsSlower) {
  const auto workers = watched({100, 0.3, 0}, {100, 0.9, 0.1}, 24);
  EXPECT_DOUBLE_EQ(*workers.lead(), 24);
  EXPECT_NEAR(*workers.slowness(), 3, 1e-9);
}

TEST(Workers, OneThatWaitsForItsDiskIsSlower) {
  EXPECT_NEAR(*watched({100, 0.3, 0}, {100, 0.3, 0}, 24).slowness(), 1 / 0.3, 1e-9);
}

TEST(Workers, OneWhoseCpuIsTakenByOthersIsNot) {
  const auto workers = watched({100, 0.6, 0.1}, {100, 0.6, 0.4}, 24);
  EXPECT_DOUBLE_EQ(*workers.lead(), 24);
  EXPECT_NEAR(*workers.slowness(), 1, 1e-9);
}

TEST(Workers, TooFewLooksSayNothing) {
  Workers workers;
  for (int i = 1; i <= 9; ++i) workers.look({{7, {10. * i, 1. * i, 0}}, {8, {5. * i, 1. * i, 0}}}, i);
  EXPECT_FALSE(workers.lead());
  EXPECT_FALSE(workers.slowness());
  workers.look({{7, {100, 10, 0}}, {8, {50, 10, 0}}}, 10);
  EXPECT_TRUE(workers.lead());
  EXPECT_TRUE(workers.slowness());
}

TEST(Workers, NewWorkersAreNotHeldAgainstOldOnes) {
  auto workers = watched({100, 0.3, 0}, {100, 0.9, 0}, 24);
  workers.look({{9, {1, 0.1, 0}}, {10, {1, 0.1, 0}}}, 13);
  EXPECT_FALSE(workers.lead());
}

TEST(Workers, OneAloneHoldsNobodyUp) {
  Workers workers;
  for (int i = 1; i <= 20; ++i) workers.look({{7, {10. * i, 1. * i, 0}}}, i);
  EXPECT_FALSE(workers.lead());
}

}  // namespace
}  // namespace feedrate::measure
