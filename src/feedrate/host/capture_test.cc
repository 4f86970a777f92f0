#include "feedrate/host/capture.h"

#include <gtest/gtest.h>

#include "feedrate/host/clock.h"

namespace feedrate::host {
namespace {

TEST(Capture, KeepsOutputAndEnding) {
  auto captured = capture({{"/bin/sh", "-c", "echo one; echo two >&2; exit 3"}, {}}, 10);
  ASSERT_TRUE(captured);
  EXPECT_EQ(captured->output, "one\ntwo\n");
  EXPECT_EQ(captured->ending.code, 3);
}

TEST(Capture, EndsWhatDoesNotAnswer) {
  const auto start = monotonic_ns();
  auto captured = capture({{"/bin/sh", "-c", "echo x; sleep 1000"}, {}}, 0.2);
  ASSERT_FALSE(captured);
  EXPECT_NE(captured.error().message.find("did not answer within 0.2 s"), std::string::npos);
  EXPECT_LT(monotonic_ns() - start, 5'000'000'000);
}

}  // namespace
}  // namespace feedrate::host
