#include "feedrate/control/campaign/tune_space.h"

#include <gtest/gtest.h>

#include "feedrate/control/campaign/tune_memory.h"
#include "feedrate/control/plan/example_inputs.h"

namespace feedrate::control {
namespace {

PlanInputs inputs_of_one() {
  auto out = example::plan_inputs();
  out.config.subjects.resize(1);
  out.subjects.resize(1);
  return out;
}

TEST(WidenAxes, OneNumberOfWorkersBecomesThoseWorthATry) {
  Axes axes;
  widen_axes(axes, 2, 0);
  EXPECT_EQ(axes.workers, (std::vector<int>{0, 1, 2, 3, 4}));
  EXPECT_EQ(axes.prefetch, (std::vector<int>{1, 2, 4}));
  EXPECT_EQ(axes.batch, (std::vector<int>{kPolicy.batch})) << "another batch is another training";
  Axes large;
  widen_axes(large, 16, 1);
  EXPECT_EQ(large.workers.front(), 1);
  EXPECT_GE(large.workers.back(), 31);
  EXPECT_LT(large.workers.size(), 24U);
}

TEST(WidenAxes, WhatIsSaidStaysAndIsSorted) {
  Axes axes;
  axes.workers = {4, 1, 2, 4};
  axes.prefetch = {8, 2};
  axes.pin_memory = {true, false};
  widen_axes(axes, 64, 0);
  EXPECT_EQ(axes.workers, (std::vector<int>{1, 2, 4}));
  EXPECT_EQ(axes.prefetch, (std::vector<int>{2, 8}));
  EXPECT_EQ(axes.pin_memory, (std::vector<bool>{false, true}));
}

TEST(TuneCases, AreNumberedAsTheSearchCounts) {
  auto inputs = inputs_of_one();
  inputs.config.axes.workers = {0, 1, 2};
  inputs.config.axes.prefetch = {1, 2};
  const auto cases = tune_cases(Plan(inputs));
  const TuneSearch search(cases.space);
  ASSERT_EQ(cases.cases.size(), 6U);
  for (int i = 0; i < 6; ++i) {
    const auto places = search.places(i);
    const auto& settings = cases.cases[static_cast<std::size_t>(i)].what.settings;
    EXPECT_EQ(settings.workers, inputs.config.axes.workers[static_cast<std::size_t>(places[0])]) << i;
    EXPECT_EQ(settings.prefetch, inputs.config.axes.prefetch[static_cast<std::size_t>(places[2])]) << i;
  }
  EXPECT_EQ(describe_configuration(cases, search.places(5)), "workers 2 · prefetch 2");
  EXPECT_EQ(cases.space.home[2], 1) << "two are prefetched unless somebody says otherwise";
}

TEST(TuneCases, WhatDoesNotFitIsForbiddenWithItsReason) {
  auto inputs = inputs_of_one();
  inputs.config.axes.workers = {0, 2};
  inputs.subjects[0].capability.least_workers = 1;
  const auto cases = tune_cases(Plan(inputs));
  EXPECT_EQ(cases.space.allowed, (std::vector<bool>{false, true}));
  ASSERT_EQ(cases.forbidden.size(), 1U);
  EXPECT_FALSE(cases.forbidden.front().reason.empty());
}

TEST(TuneMemory, GrowsAsItWasSeenToGrow) {
  TuneMemory memory;
  const auto with = [](int workers) {
    contract::Settings out;
    out.workers = workers;
    return out;
  };
  EXPECT_FALSE(memory.expected(with(1)));
  memory.learn(with(1), 1000);
  EXPECT_EQ(memory.expected(with(8)), 1000) << "nothing is known of another worker yet";
  memory.learn(with(3), 1600);
  EXPECT_EQ(memory.expected(with(5)), 2200);
  memory.learn(with(0), 900);
  EXPECT_EQ(memory.expected(with(2)), 900 + 2 * 300);
}

}  // namespace
}  // namespace feedrate::control
