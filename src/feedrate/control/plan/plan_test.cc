#include "feedrate/control/plan/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "feedrate/control/plan/example_inputs.h"
#include "feedrate/control/plan/predict.h"

namespace feedrate::control {
namespace {

using contract::Availability;
using example::comparisons;
using example::plan_inputs;
using Lines = std::vector<std::string>;

Lines arms(const contract::BlockSpec& block) {
  Lines out;
  for (const auto& group : block.order) out.push_back(group.subject);
  return out;
}

TEST(Plan, CountsCasesAndCells) {
  auto in = plan_inputs();
  in.config.measure.blocks = 7;
  in.subjects[1].capability.least_workers = 1;
  const PlanCounts counts = Plan(in).count();
  EXPECT_EQ(counts.cases, 3);
  EXPECT_EQ(counts.comparisons, 2);
  EXPECT_EQ(counts.blocks, 7);
  EXPECT_EQ(counts.cells, 21);
  EXPECT_EQ(counts.excluded, 1);
  for (auto& subject : in.subjects) subject.capability.availability = Availability::kMissing;
  EXPECT_EQ(Plan(in).count().comparisons, 0);
  EXPECT_EQ(Plan(in).count().excluded, 4);
}

PlanInputs transform_inputs() {
  auto in = plan_inputs();
  in.config.scope = contract::Scope::kTransform;
  in.config.data.source = contract::Source::kMemory;
  in.config.axes.workers = {0};
  in.config.recipe->operations = {contract::Invert{}, contract::Brightness{1.5}, contract::Brightness{0.5}};
  for (auto& subject : in.subjects) {
    auto& support = subject.capability.supports.front();
    support = {contract::Scope::kTransform, support.media, {contract::Source::kMemory}, support.devices, {"invert"}};
  }
  in.subjects[0].capability.supports.front().operations.emplace_back("brightness");
  in.subjects[0].capability.least_workers = 1;  // of its loader
  in.data.items = 2;                            // fewer than a batch
  return in;
}

TEST(Plan, OperationsThatAreAskedForAreOfTheSamePlan) {
  auto in = transform_inputs();
  const std::string id = Plan(in).id();
  in.only = {"brightness"};
  const Plan plan(in);
  EXPECT_EQ(plan.id(), id);
  std::vector<bool> asked;
  for (const auto& each : comparisons(plan)) asked.push_back(plan.is_asked_for(each));
  EXPECT_EQ(asked, (std::vector<bool>{false, true, true}));
  EXPECT_LT(predict_seconds(plan, {}), predict_seconds(Plan(transform_inputs()), {}));
}

TEST(Plan, EveryOperationIsAComparison) {
  const Plan plan(transform_inputs());
  const auto found = comparisons(plan);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].cases.size(), 2U);
  EXPECT_EQ(found[1].cases.size(), 1U);
  ASSERT_EQ(found[1].excluded.size(), 1U);
  EXPECT_EQ(found[1].excluded[0].reason, "it has no brightness");
  EXPECT_NE(found[1].id, found[2].id) << "other parameters are other work";
  EXPECT_EQ(describe_case(found[0].cases[0].what), "native · invert");
  EXPECT_EQ(describe_case(found[1].cases[0].what), "native · brightness factor 1.5");
  EXPECT_EQ(found[0].cases[0].what.settings.threads, contract::ThreadPolicy::kMicroSingle);
  EXPECT_TRUE(plan.wants_slices(found[0]));
  EXPECT_FALSE(plan.wants_burn_in(found[0])) << "nothing goes on behind a transform that is frozen";
  int seen = 0;
  plan.for_each_comparison([&](const Comparison&) { return ++seen < 2; });
  EXPECT_EQ(seen, 2) << "a visitor can stop among them";
}

TEST(Plan, AVisitorCanStop) {
  int seen = 0;
  Plan(plan_inputs()).for_each_comparison([&](const Comparison&) { return ++seen < 1; });
  EXPECT_EQ(seen, 1);
}

TEST(Plan, OrdersComeInPairsThatAreEachOthersReverse) {
  auto in = plan_inputs();
  in.config.axes.workers = {2};
  const Plan plan(in);
  const Comparison comparison = comparisons(plan)[0];
  std::set<Lines> first;
  for (int number = 0; number < 40; number += 2) {
    const Lines order = arms(plan.block(comparison, number, 1, {}));
    Lines next = arms(plan.block(comparison, number + 1, 1, {}));
    std::reverse(next.begin(), next.end());
    EXPECT_EQ(order, next) << number;
    first.insert(order);
  }
  EXPECT_EQ(first.size(), 2U) << "the same arm always began";
  EXPECT_EQ(arms(plan.block(comparison, 3, 1, {})), arms(plan.block(comparison, 3, 2, {})));
}

TEST(Plan, MoreBlocksAddAndReplaceNone) {
  auto in = plan_inputs();
  const Plan few(in);
  in.config.measure.blocks = 50;
  in.config.limits.cell.seconds = 9;
  in.config.data.uri = "elsewhere";
  const Plan many(in);
  EXPECT_EQ(few.id(), many.id());
  const Comparison a = comparisons(few)[1];
  const Comparison b = comparisons(many)[1];
  for (int number = 0; number <= 5; ++number) {
    const auto old_block = few.block(a, number, 1, {});
    const auto new_block = many.block(b, number, 1, {});
    EXPECT_EQ(old_block.id, new_block.id);
    EXPECT_EQ(old_block.seed, new_block.seed);
    EXPECT_EQ(old_block.order[0].cells[0].id, new_block.order[0].cells[0].id);
  }
}

TEST(Plan, OtherSoftwareDataOrSeedIsAnotherPlan) {
  std::set<std::string> ids = {Plan(plan_inputs()).id()};
  auto in = plan_inputs();
  in.subjects[1].build = hash_id("build", "torch-pil", "newer");
  EXPECT_TRUE(ids.insert(Plan(in).id()).second);
  in = plan_inputs();
  in.data.fingerprint = hash_id("other photos");
  EXPECT_TRUE(ids.insert(Plan(in).id()).second);
  in = plan_inputs();
  in.config.seed = 2;
  EXPECT_TRUE(ids.insert(Plan(in).id()).second);
}

TEST(Plan, ABlockSaysEverythingAnAgentNeeds) {
  auto in = plan_inputs();
  in.config.limits = {{30}, ByteCount{1 << 30}};
  const Plan plan(in);
  const Comparison comparison = comparisons(plan)[1];
  const auto block = plan.block(comparison, 2, 3, {});
  EXPECT_EQ(block.plan, plan.id());
  EXPECT_EQ(block.number, 2);
  EXPECT_EQ(block.attempt, 3);
  EXPECT_EQ(block.limits.cell_seconds, 30);
  EXPECT_EQ(block.limits.memory_bytes, 1 << 30);
  EXPECT_EQ(block.order[0].in_flight, 1 + 2 * 2);
  EXPECT_EQ(block.order[0].start.command, Lines{block.order[0].subject});
  const auto& sliced = std::get<contract::Sliced>(block.interleave);
  EXPECT_EQ(sliced.short_seconds, in.config.measure.slice.seconds);
  EXPECT_EQ(sliced.long_seconds, 4 * sliced.short_seconds);
  EXPECT_FALSE(sliced.burn_in);
  EXPECT_TRUE(std::get<contract::Sliced>(plan.block(comparison, 0, 1, {}).interleave).burn_in);
  EXPECT_EQ(std::get<contract::Alternate>(plan.block(comparison, 2, 1, "it sleeps").interleave).reason, "it sleeps");
  EXPECT_NE(block.order[0].cells[0].id, plan.block(comparison, 2, 4, {}).order[0].cells[0].id);
}

TEST(Plan, OneArmIsNeverSliced) {
  auto in = plan_inputs();
  in.subjects[1].capability.availability = Availability::kMissing;
  const Plan plan(in);
  const Comparison comparison = comparisons(plan)[0];
  EXPECT_FALSE(plan.wants_slices(comparison));
  EXPECT_TRUE(std::holds_alternative<contract::Alternate>(plan.block(comparison, 1, 1, {}).interleave));
}

}  // namespace
}  // namespace feedrate::control
