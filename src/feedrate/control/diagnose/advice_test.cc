#include "feedrate/control/diagnose/advice.h"

#include <gtest/gtest.h>

#include "feedrate/control/diagnose/example_program.h"

namespace feedrate::control {
namespace {

std::vector<Advice> advice_for(const contract::Record& record, double cpus) {
  return advise(record, *diagnose(record), {cpus, 1});
}

TEST(Advice, MoreWorkersUpToWhatTheStepTakes) {
  const auto advice = advice_for(example::program(1, 20, 1, 8), 16);
  ASSERT_EQ(advice.size(), 1U);
  EXPECT_EQ(advice[0].change, "workers=4") << "three would be as fast as the step, and each would wait for the other";
  EXPECT_NEAR(advice[0].predicted.rate, 1000, 10);
}

TEST(Advice, NeverMoreThanTheCpusCarry) {
  const auto advice = advice_for(example::program(1, 20, 1, 2), 2);
  ASSERT_EQ(advice.size(), 1U);
  EXPECT_EQ(advice[0].change, "workers=2");
  EXPECT_NEAR(advice[0].predicted.rate, 800, 1);
}

TEST(Advice, WorkersThatWaitNeedNoCpus) {
  const auto advice = advice_for(example::program(2, 160, 0.01, 10), 2);
  ASSERT_EQ(advice.size(), 1U);
  EXPECT_EQ(advice[0].change, "workers=18") << "two more than are as fast as the step";
}

TEST(Advice, WithoutWorkersTheFirstOne) {
  const auto advice = advice_for(example::program(0, 4, 1, 8), 2);
  ASSERT_EQ(advice.size(), 1U);
  EXPECT_EQ(advice[0].change, "workers=1");
}

TEST(Advice, NoneWhereDataIsNotWhatLimits) {
  EXPECT_TRUE(advice_for(example::program(2, 4, 1, 20), 2).empty());
  EXPECT_TRUE(advice_for(example::program(2, 20, 1, 2), 2).empty()) << "both CPUs are at work already";
}

}  // namespace
}  // namespace feedrate::control
