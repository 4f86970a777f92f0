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

}  // namespace
}  // namespace feedrate::host
