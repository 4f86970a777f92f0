#include "feedrate/control/judge/estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

using contract::Record;
using example::cell;
using example::loader_case;
using example::sliced;

const contract::CaseSpec kNative = loader_case("native");
const contract::CaseSpec kTorch = loader_case("torch-pil");

// Arms point into the records.
struct TwoArms {
  explicit TwoArms(std::vector<Record> made) : records(std::move(made)), arms(arms_of(records)) {}
  [[nodiscard]] const Arm& native() const { return arms.arms.at(0); }
  [[nodiscard]] const Arm& torch() const { return arms.arms.at(1); }
  std::vector<Record> records;
  Arms arms;
};

TEST(Rate, IsTheGeometricMeanOfSoloWindowsWithItsLogInterval) {
  const TwoArms two(example::two_subjects());
  const auto rate = rate_of(two.torch());
  ASSERT_TRUE(rate);
  EXPECT_EQ(rate->n, 5);
  // Logs of 400, 404, 396, 400, 400: sd 0.00707136, t(4) 2.776445.
  EXPECT_NEAR(rate->rate, 399.9919997, 1e-6);
  ASSERT_TRUE(rate->interval);
  EXPECT_NEAR(rate->interval->low, 396.4953436, 1e-6);
  EXPECT_NEAR(rate->interval->high, 403.5194925, 1e-6);
}

TEST(Rate, OneBlockHasNoInterval) {
  const std::vector<Record> records = {cell(kNative, 1, 1000)};
  const Arms arms = arms_of(records);
  const auto rate = rate_of(arms.arms.front());
  ASSERT_TRUE(rate);
  EXPECT_NEAR(rate->rate, 1000, 1e-9);
  EXPECT_EQ(rate->n, 1);
  EXPECT_FALSE(rate->interval);
}

TEST(Rate, CellsWithoutARateAreNoZeros) {
  const double infinite = std::numeric_limits<double>::infinity();
  auto no_rate = cell(kNative, 4, 1000);
  no_rate.evidence.window->rate = std::nan("");
  auto no_window = cell(kNative, 6, 1000);
  no_window.evidence.window.reset();
  const std::vector<Record> records = {cell(kNative, 1, 1000),
                                       cell(kNative, 2, 0),
                                       cell(kNative, 3, infinite),
                                       no_rate,
                                       example::ended(cell(kNative, 5, 1), contract::Failed{}),
                                       no_window};
  const Arms arms = arms_of(records);
  const auto rate = rate_of(arms.arms.front());
  ASSERT_TRUE(rate);
  EXPECT_EQ(rate->n, 1);
  EXPECT_NEAR(rate->rate, 1000, 1e-9);
}

TEST(Rate, ACellThatFailedAfterItsWindowEntersNothing) {
  auto crashed = sliced(cell(kTorch, 1, 500), 450);
  crashed.outcome = contract::Failed{contract::Cause::kSignal, "SIGSEGV while it was stopped"};
  const TwoArms two({sliced(cell(kNative, 1, 1000), 900), crashed});
  EXPECT_FALSE(rate_of(two.torch()));
  EXPECT_TRUE(pair_blocks(two.torch(), two.native()).logs.empty());
}

TEST(Pairing, UsesSlicesOfTheSameBlockAndSaysXAgainstReference) {
  const TwoArms two(example::two_subjects());
  const Pairs pairs = pair_blocks(two.torch(), two.native());
  EXPECT_EQ(pairs.by, Pairing::kSlices);
  EXPECT_EQ(pairs.left_out, 0);
  ASSERT_EQ(pairs.logs.size(), 5U);
  const double shares[] = {0.5, 0.52, 0.48, 0.5, 0.5};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(pairs.logs[i], std::log(shares[i]), 1e-12);
}

TEST(Pairing, ABlockWithoutARateOfBothIsNoPair) {
  auto records = example::two_subjects();
  records[3] = example::ended(records[3], contract::Failed{});
  const TwoArms two(records);
  const Pairs pairs = pair_blocks(two.torch(), two.native());
  ASSERT_EQ(pairs.logs.size(), 4U);
  EXPECT_NEAR(pairs.logs[0], std::log(0.52), 1e-12);
}

TEST(Pairing, AlternatingBlocksPairWindows) {
  const TwoArms two({cell(kNative, 1, 1000), cell(kTorch, 1, 500), cell(kNative, 2, 800), cell(kTorch, 2, 200)});
  const Pairs pairs = pair_blocks(two.torch(), two.native());
  EXPECT_EQ(pairs.by, Pairing::kWindows);
  ASSERT_EQ(pairs.logs.size(), 2U);
  EXPECT_NEAR(pairs.logs[0], std::log(0.5), 1e-12);
  EXPECT_NEAR(pairs.logs[1], std::log(0.25), 1e-12);
}

TEST(Pairing, SlicedAndAlternatingNeverMix) {
  std::vector<Record> records;
  for (int block = 1; block <= 3; ++block) {
    records.push_back(cell(kNative, block, 1000));
    records.push_back(cell(kTorch, block, 250));
  }
  for (int block = 4; block <= 5; ++block) {
    records.push_back(sliced(cell(kNative, block, 1000), 1000));
    records.push_back(sliced(cell(kTorch, block, 500), 500));
  }
  const TwoArms more_windows(records);
  const Pairs windows = pair_blocks(more_windows.torch(), more_windows.native());
  EXPECT_EQ(windows.by, Pairing::kWindows);
  EXPECT_EQ(windows.logs.size(), 3U);
  EXPECT_EQ(windows.left_out, 2);
  for (double log : windows.logs) EXPECT_NEAR(log, std::log(0.25), 1e-12);

  records.erase(records.begin(), records.begin() + 2);
  const TwoArms tie(records);
  const Pairs slices = pair_blocks(tie.torch(), tie.native());
  EXPECT_EQ(slices.by, Pairing::kSlices);
  EXPECT_EQ(slices.left_out, 2);
  for (double log : slices.logs) EXPECT_NEAR(log, std::log(0.5), 1e-12);
}

TEST(Pairing, OneSideWithoutSlicesFallsBackToWindows) {
  auto torch = sliced(cell(kTorch, 1, 500), 450);
  torch.evidence.slices.reset();
  const TwoArms two({sliced(cell(kNative, 1, 1000), 900), torch});
  const Pairs pairs = pair_blocks(two.torch(), two.native());
  EXPECT_EQ(pairs.by, Pairing::kWindows);
  ASSERT_EQ(pairs.logs.size(), 1U);
  EXPECT_NEAR(pairs.logs[0], std::log(0.5), 1e-12);
}

TEST(Interleaving, CountsBlocksAndKeepsReasons) {
  auto first = cell(kNative, 1, 1000);
  first.scope.interleave = contract::Alternate{"it sleeps on timers"};
  auto second = cell(kTorch, 1, 1000);
  second.scope.interleave = contract::Alternate{"it sleeps on timers"};
  const TwoArms two({first, second, sliced(cell(kNative, 2, 1000), 900), sliced(cell(kTorch, 2, 500), 450)});
  const Interleaving how = interleaving_of({&two.native(), &two.torch()});
  EXPECT_EQ(how.sliced, 1);
  EXPECT_EQ(how.alternating, 1);
  EXPECT_EQ(how.reasons, std::vector<std::string>{"it sleeps on timers"});
  EXPECT_FALSE(how.shares_processes);
}

TEST(Interleaving, KnowsWhereProcessesWereShared) {
  auto next = cell(kTorch, 1, 1000);
  next.evidence.process.after = "0123456789abcdef0123456789abcdef";
  const TwoArms two({cell(kNative, 1, 1000), next});
  EXPECT_TRUE(interleaving_of({&two.native(), &two.torch()}).shares_processes);
}

}  // namespace
}  // namespace feedrate::control
