#include "feedrate/control/campaign/run_tune.h"

#include <gtest/gtest.h>

#include <cmath>

#include "feedrate/control/campaign/fake_runner.h"
#include "feedrate/control/plan/example_inputs.h"

namespace feedrate::control {
namespace {

using contract::Record;

// Six workers give all there is.
double rate_with(int workers) { return 100.0 * std::min(workers, 6); }

class RunTune : public testing::Test {
 protected:
  void SetUp() override {
    inputs_ = example::plan_inputs();
    inputs_.config.subjects.resize(1);
    inputs_.subjects.resize(1);
    inputs_.config.axes.workers.clear();
    for (int workers = 1; workers <= 12; ++workers) inputs_.config.axes.workers.push_back(workers);
    inputs_.config.axes.prefetch = {1, 2, 4};
    runner_.change = [this](Record& record) {
      fake::freezing(0)(record);
      const int workers = record.what.settings.workers;
      // Another machine in every block, and no two cells alike.
      const double speed = 1 + 0.1 * (record.block % 3);
      const double noise = 1 + 0.002 * ((record.block * 7 + workers * 3) % 5);
      record.evidence.slices->rate = rate_with(workers) * speed * noise;
      record.evidence.process.peak_pss_bytes = 100'000'000 + 50'000'000 * workers;
      if (runner_.blocks.back().attempt <= disturbed_attempts_)
        record.outcome = contract::Measured{.steady = {}, .disturbed = true};
      if (workers == fails_with_) record.outcome = contract::Failed{contract::Cause::kExit, "no more"};
    };
  }

  Expected<TuneResult> run() {
    RunHooks hooks;
    hooks.progress = [](const RunEvent&) {};
    hooks.note = [&](const std::string& note) { notes_.push_back(note); };
    hooks.interrupted = [&] { return interrupt_after_ && runner_.blocks.size() > *interrupt_after_; };
    hooks.quiet = [] { return true; };
    const Plan plan(inputs_);
    cases_ = tune_cases(plan);
    return run_tune(plan, cases_, budget_, *store_, runner_, hooks);
  }
  int workers_of(int configuration) {
    return cases_.cases[static_cast<std::size_t>(configuration)].what.settings.workers;
  }

  fake::TemporaryStore store_;
  PlanInputs inputs_;
  fake::Runner runner_;
  TuneCases cases_;
  TuneBudget budget_{{}, 1'000'000'000'000};
  std::vector<std::string> notes_;
  std::optional<std::size_t> interrupt_after_;
  int fails_with_ = -1;
  int disturbed_attempts_ = 0;  // of every block
};

TEST_F(RunTune, FindsTheSmallestAndConfirmsIt) {
  const auto result = run();
  ASSERT_TRUE(result) << result.error().text();
  ASSERT_TRUE(result->winner);
  EXPECT_EQ(workers_of(result->winner->configuration), 6);
  EXPECT_LE(result->search.trials(), 12);
  EXPECT_GE(result->winner->logs.n, 5U);
  ASSERT_FALSE(notes_.empty());
  EXPECT_NE(notes_.back().find("best so far: workers 6"), std::string::npos) << notes_.back();
  EXPECT_EQ(runner_.blocks.front().number, 0) << "whether freezing is harmless comes first";
}

TEST_F(RunTune, InterruptedItGoesOnWhereItWas) {
  interrupt_after_ = 4;
  ASSERT_FALSE(run());
  const auto before = runner_.blocks.size();
  interrupt_after_.reset();
  const auto result = run();
  ASSERT_TRUE(result);
  EXPECT_EQ(workers_of(result->winner->configuration), 6);
  std::map<std::string, int> submitted;
  for (const auto& block : runner_.blocks) ++submitted[block.id];
  for (const auto& [id, times] : submitted)
    EXPECT_EQ(times, id == runner_.blocks[before - 1].id ? 2 : 1) << "only the one that was interrupted ran again";
  const auto all = runner_.blocks.size();
  ASSERT_TRUE(run());
  EXPECT_EQ(runner_.blocks.size(), all) << "nothing is left to measure";
}

TEST_F(RunTune, WhatMemoryCannotHoldIsNeverStarted) {
  budget_.memory_bytes = 100'000'000 + 4 * 50'000'000;
  const auto result = run();
  ASSERT_TRUE(result);
  EXPECT_EQ(workers_of(result->winner->configuration), 4);
  for (const auto& block : runner_.blocks)
    for (const auto& group : block.order) EXPECT_LE(group.cells.front().what.settings.workers, 4);
  ASSERT_FALSE(result->too_large.empty());
  EXPECT_NE(result->too_large.begin()->second.find("0.3 GB are allowed"), std::string::npos);
}

TEST_F(RunTune, WhatFailsIsSaidAndNotTaken) {
  fails_with_ = 6;
  const auto result = run();
  ASSERT_TRUE(result);
  ASSERT_TRUE(result->winner);
  EXPECT_NE(workers_of(result->winner->configuration), 6);
  EXPECT_GE(rate_with(workers_of(result->winner->configuration)), 500);
  for (const auto& [configuration, why] : result->failed) EXPECT_EQ(why, "no more");
}

TEST_F(RunTune, ABlockIsRepeatedUntilNobodyDisturbsIt) {
  disturbed_attempts_ = 2;
  const auto result = run();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->disturbed, 0);
  EXPECT_EQ(runner_.blocks.back().attempt, 3);
}

TEST_F(RunTune, ABlockIsNotRepeatedForEver) {
  disturbed_attempts_ = 100;
  const auto result = run();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->disturbed, result->blocks);
  EXPECT_EQ(runner_.blocks.back().attempt, 4);
}

TEST_F(RunTune, WithATargetTheSmallestThatGivesIt) {
  budget_.target = 390;
  const auto result = run();
  ASSERT_TRUE(result);
  EXPECT_EQ(workers_of(result->winner->configuration), 4);
}

}  // namespace
}  // namespace feedrate::control
