#include "feedrate/agent/neighbours.h"

#include <gtest/gtest.h>

#include <chrono>

namespace feedrate::agent {
namespace {

TEST(Neighbours, OwnWorkAndWhatWasMeasuredDoNotCount) {
  EXPECT_DOUBLE_EQ(foreign_cpus({.machine = 20, .measured = 12, .own = 1}, 10), 0.7);
  EXPECT_DOUBLE_EQ(foreign_cpus({.machine = 12.98, .measured = 12, .own = 1}, 10), 0);
}

TEST(Neighbours, SeesABusyMachine) {
  const Neighbours neighbours;
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  while (std::chrono::steady_clock::now() < until) {
  }
  // Busy by our own doing, which is taken off; what is left over from a negative measurement is that again.
  const auto seen = neighbours.busy_cpus(-3);
  ASSERT_TRUE(seen);
  EXPECT_GT(*seen, 1);
}

}  // namespace
}  // namespace feedrate::agent
