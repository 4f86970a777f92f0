#include "feedrate/host/pace.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace feedrate::host {
namespace {

TEST(Pace, APieceOfWorkIsFeltByNobody) {
  std::int64_t shortest = fixed_work_ns();
  for (int i = 0; i < 20; ++i) shortest = std::min(shortest, fixed_work_ns());
  EXPECT_GT(shortest, 1'000) << "it was not done";
  EXPECT_LT(shortest, 1'000'000) << "every 20 ms it would be felt";
}

TEST(Pace, IsTakenOnEveryCpuAndTheThreadMayThenRunWhereItMight) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  Pace pace;
  for (int i = 0; i < CPU_COUNT(&before) + 1; ++i) EXPECT_GT(pace.next_ns(), 1'000);
  cpu_set_t after;
  ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(Pace, TogetherIsNoFasterThanAlone) {
  EXPECT_EQ(speed_together(1), 1);
  const double two = speed_together(2);
  EXPECT_GT(two, 0.1);
  EXPECT_LE(two, 1);
}

}  // namespace
}  // namespace feedrate::host
