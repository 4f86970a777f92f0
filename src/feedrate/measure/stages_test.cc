#include "feedrate/measure/stages.h"

#include <gtest/gtest.h>

namespace feedrate::measure {
namespace {

using contract::marks::Kind;
using contract::marks::Mark;
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

}  // namespace
}  // namespace feedrate::measure
