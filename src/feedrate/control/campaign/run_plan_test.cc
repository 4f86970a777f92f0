#include "feedrate/control/campaign/run_plan.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "feedrate/control/campaign/fake_runner.h"
#include "feedrate/control/plan/example_inputs.h"

namespace feedrate::control {
namespace {

using contract::Record;
using fake::freezing;

class RunPlan : public testing::Test {
 protected:
  void SetUp() override {
    inputs_ = example::plan_inputs();
    inputs_.config.axes.workers = {2};
    inputs_.config.measure.blocks = 2;
    runner_.change = freezing(0);
  }
  Expected<RunResult> run() {
    RunHooks hooks;
    hooks.progress = [&](const RunEvent& event) { last_ = event; };
    hooks.note = [&](const std::string& note) { notes_.push_back(note); };
    hooks.interrupted = [&] { return interrupt_ && !runner_.blocks.empty() && ++looks_ > 1; };
    hooks.quiet = [&] { return quiet_; };
    return run_plan(Plan(inputs_), *store_, runner_, hooks);
  }
  std::int64_t orphans() {
    std::int64_t out = 0;
    EXPECT_TRUE(store_->for_each({}, [&](const Record&, bool orphan) { out += orphan ? 1 : 0; }));
    return out;
  }

  fake::TemporaryStore store_;
  PlanInputs inputs_;
  fake::Runner runner_;
  RunEvent last_;
  std::vector<std::string> notes_;
  bool interrupt_ = false;
  bool quiet_ = true;
  int looks_ = 0;
};

using Names = std::vector<std::string>;

// The first attempt at block 1 was disturbed.
void disturb_first(Record& record) {
  freezing(0)(record);
  if (record.block == 1 && record.attempt == 1) record.outcome = contract::Measured{std::nullopt, true};
}

TEST_F(RunPlan, ADisturbedBlockRunsOnceMore) {
  runner_.change = disturb_first;
  ASSERT_TRUE(run());
  EXPECT_EQ(runner_.names(), (Names{"0/1", "1/1", "2/1", "1/2"}));
  ASSERT_TRUE(run());
  EXPECT_EQ(runner_.blocks.size(), 4U);
}

TEST_F(RunPlan, OperationsComeInAnotherOrderInEachBlock) {
  inputs_.config.scope = contract::Scope::kTransform;
  inputs_.config.axes.workers = {0};
  inputs_.config.data.source = contract::Source::kMemory;
  inputs_.config.measure.blocks = 3;
  inputs_.config.recipe->operations.clear();
  for (int i = 1; i <= 8; ++i) inputs_.config.recipe->operations.emplace_back(contract::Brightness{0.1 * i});
  for (auto& subject : inputs_.subjects)
    subject.capability.supports = {{contract::Scope::kTransform,
                                    {contract::MediaKind::kRgb},
                                    {contract::Source::kMemory},
                                    {contract::Device::kCpu},
                                    {"brightness"}}};
  ASSERT_TRUE(run());
  std::map<int, std::vector<std::string>> orders;
  for (const auto& block : runner_.blocks) orders[block.number].push_back(block.comparison);
  ASSERT_EQ(orders.size(), 3U);
  for (auto& [number, order] : orders) EXPECT_EQ(std::set<std::string>(order.begin(), order.end()).size(), 8U);
  EXPECT_TRUE(orders[1] != orders[2] && orders[2] != orders[3]);
}

TEST_F(RunPlan, ABlockThatIsDisturbedAgainStands) {
  runner_.change = [](Record& record) {
    freezing(0)(record);
    if (record.block == 1) record.outcome = contract::Measured{std::nullopt, true};
  };
  ASSERT_TRUE(run());
  ASSERT_TRUE(run());
  EXPECT_EQ(runner_.names(), (Names{"0/1", "1/1", "2/1", "1/2"}));
}

TEST_F(RunPlan, OnABusyMachineADisturbedBlockWaitsForTheNextCall) {
  runner_.change = disturb_first;
  quiet_ = false;
  const auto result = run();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->blocks_disturbed, 1);
  EXPECT_EQ(runner_.blocks.size(), 3U);
  ASSERT_EQ(notes_.size(), 1U);
  EXPECT_NE(notes_[0].find("1 blocks were disturbed"), std::string::npos) << notes_[0];
  quiet_ = true;
  ASSERT_TRUE(run());
  EXPECT_EQ(runner_.names(), (Names{"0/1", "1/1", "2/1", "1/2"}));
}

TEST_F(RunPlan, RunsTheBurnInAndEveryBlockOnce) {
  auto result = run();
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(result->blocks_run, 3);
  EXPECT_EQ(result->blocks_skipped, 0);
  EXPECT_EQ(runner_.names(), (Names{"0/1", "1/1", "2/1"}));
  EXPECT_EQ(last_.blocks_total, 3);
  EXPECT_EQ(last_.number, 2);
  EXPECT_FALSE(last_.burn_in);

  result = run();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->blocks_run, 0);
  EXPECT_EQ(result->blocks_skipped, 3);
  EXPECT_EQ(runner_.blocks.size(), 3U) << "a finished block ran again";

  inputs_.config.measure.blocks = 3;
  ASSERT_TRUE(run());
  EXPECT_EQ(runner_.names(), (Names{"0/1", "1/1", "2/1", "3/1"}));
}

// The rate of slices: native's as it is, the other's so much of it, give or take a percent from block to block.
std::function<void(Record&)> other_at(double share) {
  return [share](Record& record) {
    freezing(0)(record);
    const bool is_native = record.what.subject == "native";
    record.evidence.slices->rate = 1000 * (is_native ? 1 : share * (record.block % 2 == 0 ? 1.01 : 0.99));
  };
}

TEST_F(RunPlan, BlocksGrowOnlyWhereRanksAreNotSettled) {
  inputs_.config.measure.blocks = 8;
  inputs_.config.measure.grow = true;
  runner_.change = other_at(0.3);
  auto result = run();
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(runner_.names(), (Names{"0/1", "1/1", "2/1", "3/1"})) << "three blocks tell who is three times as fast";
  EXPECT_EQ(result->blocks_unneeded, 5);
  EXPECT_EQ(last_.blocks_total, 9) << "before it was known that the rest is not needed";
  result = run();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->blocks_run, 0);
}

TEST_F(RunPlan, ATieGrowsToTheEnd) {
  inputs_.config.measure.blocks = 8;
  inputs_.config.measure.grow = true;
  runner_.change = other_at(1);
  const auto result = run();
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(result->blocks_run, 9);
  EXPECT_EQ(result->blocks_unneeded, 0);
}

TEST_F(RunPlan, WhoHasNoRivalGetsOneBlock) {
  inputs_.config.measure.blocks = 5;
  inputs_.config.measure.grow = true;
  runner_.change = [](Record& record) {
    other_at(1)(record);
    if (record.what.subject == "native") record.outcome = contract::Failed{contract::Cause::kExit, "code 1"};
  };
  const auto result = run();
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(runner_.names(), (Names{"0/1", "1/1"}));
  EXPECT_EQ(result->blocks_unneeded, 4);
}

TEST_F(RunPlan, AllComparisonsGetABlockBeforeAnyGetsTheNext) {
  inputs_.config.axes.workers = {0, 2};
  ASSERT_TRUE(run());
  EXPECT_EQ(runner_.names(), (Names{"0/1", "0/1", "1/1", "1/1", "2/1", "2/1"}));
}

TEST_F(RunPlan, AnInterruptedBlockBecomesTheNextAttempt) {
  runner_.hangs_after = 1;
  interrupt_ = true;
  const auto result = run();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().fault, Fault::kInterrupted);
  EXPECT_EQ(runner_.cancelled, 1);
  EXPECT_EQ(orphans(), 1) << "the cell that was finished is not visible";

  interrupt_ = false;
  runner_.hangs_after.reset();
  ASSERT_TRUE(run());
  EXPECT_EQ(runner_.names(), (Names{"0/1", "0/2", "1/1", "2/1"}));
  EXPECT_EQ(orphans(), 1);
}

TEST_F(RunPlan, WhatTheAgentSaysWhenItFailsIsPassedOn) {
  runner_.fails_after = 1;
  const auto result = run();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "no space left on device");
  EXPECT_EQ(runner_.blocks.size(), 1U) << "it went on after a failure of the world";
  EXPECT_EQ(orphans(), 1);
  runner_.fails_after.reset();
  ASSERT_TRUE(run());
  EXPECT_EQ(runner_.names(), (Names{"0/1", "0/2", "1/1", "2/1"}));
}

TEST_F(RunPlan, SlicesWhereTheBurnInShowsFreezingHarmless) {
  ASSERT_TRUE(run());
  EXPECT_TRUE(std::get<contract::Sliced>(runner_.blocks[0].interleave).burn_in);
  EXPECT_FALSE(std::get<contract::Sliced>(runner_.blocks[1].interleave).burn_in);
  EXPECT_EQ(notes_, Names{});
}

TEST_F(RunPlan, AlternatesForTheReasonTheBurnInGives) {
  runner_.change = [](Record& record) { freezing(record.block == 0 ? 0.2 : 0)(record); };
  ASSERT_TRUE(run());
  for (std::size_t i = 1; i < 3; ++i) {
    const auto& reason = std::get<contract::Alternate>(runner_.blocks[i].interleave).reason;
    ASSERT_TRUE(reason) << i;
    EXPECT_NE(reason->find("rate in short slices +22.1 %"), std::string::npos) << *reason;
    ASSERT_EQ(notes_.size(), 1U) << "said once, not for every block";
    EXPECT_EQ(notes_[0], "alternating instead of slicing: " + *reason);
  }
}

}  // namespace
}  // namespace feedrate::control
