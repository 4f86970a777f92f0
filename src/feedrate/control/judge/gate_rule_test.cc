#include "feedrate/control/judge/gate_rule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace feedrate::control {
namespace {

// `n` logs around a mean, one above and one below in turn.
std::vector<double> around(double mean, double spread, int n) {
  std::vector<double> out;
  for (int i = 0; i < n; ++i) out.push_back(mean + (i % 2 == 0 ? spread : -spread));
  return out;
}

TEST(Gate, AsksForBlocksUntilTheFirstLook) {
  const auto state = gate(around(0, 0.01, 4), 0.05);
  EXPECT_FALSE(state.verdict);
  EXPECT_EQ(state.more, 2);
  EXPECT_FALSE(state.confirming);
}

TEST(Gate, PassesWhatIsTheSame) {
  const auto state = gate(around(0, 0.005, 6), 0.05);
  EXPECT_EQ(state.verdict, GateVerdict::kPass);
  EXPECT_EQ(state.looked_at, 6);
}

TEST(Gate, ARegressionMustBeConfirmedByFreshBlocks) {
  auto logs = around(-0.12, 0.01, 6);
  auto state = gate(logs, 0.05);
  EXPECT_FALSE(state.verdict);
  EXPECT_TRUE(state.confirming);
  EXPECT_EQ(state.more, 6);
  for (double each : around(-0.10, 0.01, 6)) logs.push_back(each);
  state = gate(logs, 0.05);
  EXPECT_EQ(state.verdict, GateVerdict::kRegressed);
  EXPECT_EQ(state.confirmed_by, 6);
  EXPECT_LT(state.interval->high, 0);
}

TEST(Gate, BlocksThatDoNotConfirmEnterNothing) {
  auto logs = around(-0.12, 0.01, 6);
  for (double each : around(0, 0.01, 6)) logs.push_back(each);
  const auto state = gate(logs, 0.05);
  EXPECT_FALSE(state.verdict);
  EXPECT_EQ(state.set_aside, 6);
  EXPECT_EQ(state.more, 2) << "the next look is at 8 of the others";
  EXPECT_NEAR(state.logs.mean, -0.12, 1e-12);
}

TEST(Gate, CannotTellAtTheLastLook) {
  const auto state = gate(around(-0.04, 0.15, 28), 0.05);
  EXPECT_EQ(state.verdict, GateVerdict::kCannotTell);
  EXPECT_EQ(state.looked_at, 28);
}

TEST(Gate, ImprovedIsAPassWithMoreThanTheTolerance) {
  EXPECT_EQ(gate(around(0.10, 0.01, 6), 0.05).verdict, GateVerdict::kImproved);
  EXPECT_EQ(gate(around(0.02, 0.005, 6), 0.05).verdict, GateVerdict::kPass);
}

TEST(Gate, AContinuedSeriesSaysWhatItSaidBefore) {
  auto logs = around(0, 0.005, 6);
  const auto first = gate(logs, 0.05);
  for (double each : around(-0.3, 0.01, 6)) logs.push_back(each);
  const auto later = gate(logs, 0.05);
  EXPECT_EQ(later.verdict, first.verdict);
  EXPECT_EQ(later.looked_at, first.looked_at);
}

TEST(Gate, DisturbedBlocksEnterNothing) {
  auto logs = around(0, 0.005, 8);
  std::vector<bool> disturbed(8, false);
  logs[1] = -0.5;
  logs[4] = -0.5;
  disturbed[1] = disturbed[4] = true;
  const auto state = gate(logs, disturbed, 0.05);
  EXPECT_EQ(state.verdict, GateVerdict::kPass);
  EXPECT_EQ(state.looked_at, 6);
  EXPECT_EQ(state.left_out, 2);
  EXPECT_GT(state.logs.mean, -0.01);
}

TEST(Gate, ADisturbedBlockAfterTheVerdictIsNotOneLeftOut) {
  const auto logs = around(0, 0.005, 8);
  std::vector<bool> disturbed(8, false);
  disturbed[7] = true;
  EXPECT_EQ(gate(logs, disturbed, 0.05).left_out, 0);
}

TEST(Gate, WhereOthersNeverRestLaterBlocksCount) {
  const auto logs = around(0, 0.005, kMostLeftOut + 6);
  const std::vector<bool> disturbed(logs.size(), true);
  const std::span<const double> all(logs);
  const auto early = gate(all.first(kMostLeftOut), {disturbed.begin(), disturbed.begin() + kMostLeftOut}, 0.05);
  EXPECT_FALSE(early.verdict);
  EXPECT_EQ(early.more, 6);
  const auto state = gate(logs, disturbed, 0.05);
  EXPECT_EQ(state.verdict, GateVerdict::kPass);
  EXPECT_EQ(state.left_out, kMostLeftOut);
}

TEST(Gate, MoreWorkloadsShareTheError) {
  const auto one = gate(around(-0.02, 0.02, 6), 0.05);
  const auto ten = gate(around(-0.02, 0.02, 6), 0.05, 10);
  ASSERT_TRUE(one.interval && ten.interval);
  EXPECT_LT(ten.interval->low, one.interval->low);
}

}  // namespace
}  // namespace feedrate::control
