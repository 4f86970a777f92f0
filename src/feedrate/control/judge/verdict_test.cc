#include "feedrate/control/judge/verdict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace feedrate::control {
namespace {

// A summary whose 95 % interval is mean ± half: t(n - 1) sd / sqrt(n) solved for sd; t(4) 2.776445.
stats::Summary five(double mean, double half) { return {5, mean, half * std::sqrt(5.0) / 2.7764451051977987}; }

const double kTau = -std::log(0.95);

TEST(Verdict, SameWhenTheIntervalIsInsideTheTolerance) {
  EXPECT_EQ(judge_logs(five(0, 0.05), 0.05).verdict, Verdict::kSame);
  EXPECT_EQ(judge_logs(five(0.04, 0.01), 0.05).verdict, Verdict::kSame);
  EXPECT_EQ(judge_logs(five(0, 0.052), 0.05).verdict, Verdict::kCannotTell);
}

TEST(Verdict, FasterAndSlowerMirrorEachOther) {
  EXPECT_EQ(judge_logs(five(0.10, 0.09), 0.05).verdict, Verdict::kFaster);
  EXPECT_EQ(judge_logs(five(-0.10, 0.09), 0.05).verdict, Verdict::kSlower);
  EXPECT_EQ(judge_logs(five(0.10, 0.11), 0.05).verdict, Verdict::kCannotTell);
  EXPECT_EQ(judge_logs(five(-0.10, 0.11), 0.05).verdict, Verdict::kCannotTell);
}

TEST(Verdict, AnEffectUnderTheToleranceIsNotFaster) {
  // Clear of 0, but not beyond the tolerance, and not inside it either.
  EXPECT_EQ(judge_logs(five(kTau - 1e-6, 0.04), 0.05).verdict, Verdict::kCannotTell);
  EXPECT_EQ(judge_logs(five(kTau + 1e-6, 0.04), 0.05).verdict, Verdict::kFaster);
  EXPECT_EQ(judge_logs(five(-kTau + 1e-6, 0.04), 0.05).verdict, Verdict::kCannotTell);
  EXPECT_EQ(judge_logs(five(-kTau - 1e-6, 0.04), 0.05).verdict, Verdict::kSlower);
}

TEST(Verdict, FewerThanFiveBlocksGiveNone) {
  const Judgement four = judge_logs({4, 1.0, 0.001}, 0.05);
  EXPECT_EQ(four.verdict, Verdict::kCannotTell);
  EXPECT_EQ(four.reason, "4 shared blocks, and a verdict needs 5");
  EXPECT_EQ(judge_logs({1, 1.0, {}}, 0.05).reason, "1 shared block, and a verdict needs 5");
  EXPECT_EQ(judge_logs({5, 1.0, 0.001}, 0.05).verdict, Verdict::kFaster);
}

TEST(Verdict, SaysHowManyBlocksWouldTell) {
  // sd 0.0805 at n = 5; the mean 0.02 must come within tau - 0.02 = 0.0313: 28 blocks (t(27) 2.0518 * sd / sqrt 28
  // = 0.03123), not 27 (t(26) 2.0555, 0.03186).
  EXPECT_EQ(judge_logs(five(0.02, 0.1), 0.05).reason,
            "the interval is too wide for the tolerance; about 28 blocks would tell");
  EXPECT_EQ(judge_logs(five(0.05, 1), 0.05).reason,
            "the interval is too wide for the tolerance; more than 1000 blocks would be needed");
}

TEST(Verdict, SureOnesHaveNoReason) { EXPECT_TRUE(judge_logs(five(0.10, 0.01), 0.05).reason.empty()); }

TEST(Tolerance, MustBeAShare) {
  EXPECT_TRUE(check_tolerance(0.05));
  for (double bad : {0.0, -0.1, 1.0, 5.0, std::numeric_limits<double>::quiet_NaN()}) {
    const Status status = check_tolerance(bad);
    ASSERT_FALSE(status) << bad;
    EXPECT_EQ(status.error().fault, Fault::kInput);
  }
}

}  // namespace
}  // namespace feedrate::control
