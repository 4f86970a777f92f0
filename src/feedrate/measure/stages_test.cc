#include "feedrate/measure/stages.h"

#include <gtest/gtest.h>

namespace feedrate::measure {
namespace {

using contract::marks::Kind;
using contract::marks::Mark;
using contract::marks::stage_word;
using contract::marks::Wait;

Mark stage(std::int64_t at, std::uint64_t ns, Wait wait = Wait::kBusy) {
  return {Kind::kStage, 0, at, ns, static_cast<std::uint32_t>(wait)};
}

TEST(Stages, AreSummedWithinTheSpans) {
  Stages sums({{100, 200}, {200, 300}, {500, 600}});
  for (const std::int64_t at : {99, 150, 200, 250, 301, 550, 601}) sums.take("decode", stage(at, 1'000'000'000), true);
  const auto all = sums.all();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].batches, 4);
  EXPECT_DOUBLE_EQ(all[0].busy_seconds, 4);
}

TEST(Stages, KeepWorkersAndProgramAndWaitingApart) {
  Stages sums({{0, 100}});
  sums.take("decode", stage(1, 1'000'000'000), true);
  sums.take("decode", stage(1, 500'000'000, Wait::kOnCpu), true);
  sums.take("decode", stage(2, 2'000'000'000, Wait::kInput), true);
  sums.take("decode", stage(3, 3'000'000'000), false);
  sums.take("decode", {Kind::kBatch, 0, 4, 1, 1}, false);
  const auto all = sums.all();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(all[0].in_workers);
  EXPECT_DOUBLE_EQ(all[0].busy_seconds, 1);
  EXPECT_DOUBLE_EQ(all[0].cpu_seconds, 0.5);
  EXPECT_DOUBLE_EQ(all[0].wait_seconds, 2);
  EXPECT_DOUBLE_EQ(all[1].busy_seconds, 3);
}

TEST(Stages, ThreadsOfAProgramAreWorkersToo) {
  Stages sums({{0, 100}});
  sums.take("decode", {Kind::kStage, 0, 1, 1'000'000'000, stage_word(Wait::kBusy, true, 7)}, false);
  sums.take("decode", {Kind::kStage, 0, 2, 250'000'000, stage_word(Wait::kInput, true)}, false);
  sums.take("decode", {Kind::kStage, 0, 3, 500'000'000, stage_word(Wait::kOutput, true)}, false);
  const auto all = sums.all();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(all[0].in_workers);
  EXPECT_EQ(all[0].batches, 7);
  EXPECT_DOUBLE_EQ(all[0].busy_seconds, 1);
  EXPECT_DOUBLE_EQ(all[0].wait_seconds, 0.25);
  ASSERT_TRUE(all[0].wait_out_seconds);
  EXPECT_DOUBLE_EQ(*all[0].wait_out_seconds, 0.5);
}

TEST(Stages, QueuesAndBytesBelongToTheStageOfTheirName) {
  Stages sums({{0, 100}});
  sums.take("read", {Kind::kStage, 0, 1, 1, stage_word(Wait::kBusy, true)}, false);
  sums.take("read", {Kind::kBytes, 0, 1, 1000, 0}, false);
  sums.take("read", {Kind::kBytes, 0, 2, 500, 0}, false);
  sums.take("read", {Kind::kBytes, 0, 101, 500, 0}, false);  // after the end
  sums.take("decode", {Kind::kQueue, 0, 1, 1'500'000, 2}, false);
  sums.take("decode", {Kind::kQueue, 0, 2, 500'000, 2}, false);
  const auto all = sums.all();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].bytes, 1500);
  EXPECT_FALSE(all[0].queue_fill);
  ASSERT_TRUE(all[1].queue_fill);
  EXPECT_DOUBLE_EQ(*all[1].queue_fill, 0.5);
  EXPECT_FALSE(all[1].bytes);
  EXPECT_FALSE(all[1].wait_out_seconds);
}

}  // namespace
}  // namespace feedrate::measure
