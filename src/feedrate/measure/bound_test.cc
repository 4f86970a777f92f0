#include "feedrate/measure/bound.h"

#include <gtest/gtest.h>

#include <vector>

#include "feedrate/base/random.h"

namespace feedrate::measure {
namespace {

using contract::marks::Mode;

// A program whose loader takes `load` and whose step takes `step` ms a batch; both at once where it overlaps, and then
// a step takes `slowed` times as long.
struct Made {
  double load = 10;
  double step = 10;
  bool overlaps = true;
  double slowed = 1;
};

std::vector<contract::Segment> run(const Made& made, int blocks, double noise = 0.01) {
  Random random(7);
  std::vector<contract::Segment> out;
  for (int block = 0; block <= blocks; ++block) {
    const auto add = [&](Mode mode, double batch_ms, double wait_ms) {
      const double factor = 1 + noise * (2 * random.unit() - 1);
      out.push_back({block, mode, 100, 800, 0.1 * batch_ms * factor, 0.1 * wait_ms * factor});
    };
    const double step = made.step * (made.overlaps ? made.slowed : 1);
    const double real = made.overlaps ? std::max(made.load, step) : made.load + made.step;
    add(Mode::kReal, real, real - step);
    add(Mode::kReplay, made.step, 0);
    add(Mode::kLoader, made.load, made.load);
  }
  return out;
}

TEST(Bound, NamesWhatLimits) {
  EXPECT_EQ(judge_bound(run({20, 4, true, 1}, 6), false)->verdict, Bound::kInputBound);
  EXPECT_EQ(judge_bound(run({2, 20, true, 1}, 6), false)->verdict, Bound::kComputeBound);
  EXPECT_EQ(judge_bound(run({10, 10, true, 1}, 6), false)->verdict, Bound::kBalanced);
  EXPECT_EQ(judge_bound(run({8, 8, false, 1}, 6), false)->verdict, Bound::kSerial);
  EXPECT_EQ(judge_bound(run({10, 20, true, 1.4}, 6), false)->verdict, Bound::kContended);
}

TEST(Bound, WithWorkersNothingIsSerial) {
  EXPECT_EQ(judge_bound(run({8, 8, false, 1}, 6), true)->verdict, Bound::kInputBound);
}

TEST(Bound, SaysWhatIsGainedAndWhatItIsMadeOf) {
  const auto found = judge_bound(run({20, 5, true, 1}, 6, 0), false);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->blocks, 6U);
  EXPECT_NEAR(found->free.ratio, 4, 1e-9);
  EXPECT_NEAR(found->stall.mean, 0.75, 1e-9);
  EXPECT_NEAR(found->waiting.mean, 0.75, 1e-9);
  EXPECT_NEAR(found->contention.mean, 0, 1e-9);
  EXPECT_NEAR(found->overlap.mean, 1, 1e-9);
  EXPECT_NEAR(found->real.ratio, 800 / 2.0, 1e-6);
  EXPECT_NEAR(free_by_waits(*found), 4, 1e-9);
}

TEST(Bound, StallIsWaitingAndContention) {
  const auto found = judge_bound(run({30, 20, true, 1.2}, 6, 0), false);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->stall.mean, found->waiting.mean + found->contention.mean, 1e-9);
}

TEST(Bound, NearTheLineCannotTellAndSaysBetweenWhat) {
  const auto found = judge_bound(run({11, 10, true, 1}, 6, 0.08), false);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->verdict, Bound::kCannotTell);
  EXPECT_NE(found->reason.find("1.10 divides"), std::string::npos) << found->reason;
}

TEST(Bound, MoreBlocksKnowTheStallBetter) {
  const Made made{14, 10, true, 1};
  EXPECT_TRUE(is_known_within(judge_bound(run(made, 6, 0.01), false)->stall, 0.07));
  EXPECT_FALSE(is_known_within(judge_bound(run(made, 6, 0.4), false)->stall, 0.07));
  EXPECT_TRUE(is_known_within(judge_bound(run(made, 100, 0.4), false)->stall, 0.07));
  EXPECT_FALSE(is_known_within(judge_bound(run(made, 1, 0), false)->stall, 0.07));  // one block has no interval
  // Where nearly all of the time is lost, that is seen at once.
  EXPECT_TRUE(is_known_within(judge_bound(run({100, 5, true, 1}, 6, 0.4), false)->stall, 0.07));
}

TEST(Bound, TooFewBlocksCannotTell) {
  EXPECT_EQ(judge_bound(run({20, 4, true, 1}, 4), false)->verdict, Bound::kCannotTell);
  EXPECT_FALSE(judge_bound(run({20, 4, true, 1}, 0), false));  // only the burn-in
  EXPECT_FALSE(judge_bound({}, false));
}

TEST(Bound, OnlyWholeBlocksCount) {
  auto segments = run({20, 4, true, 1}, 6);
  segments.pop_back();
  EXPECT_EQ(judge_bound(segments, false)->blocks, 5U);
}

}  // namespace
}  // namespace feedrate::measure
