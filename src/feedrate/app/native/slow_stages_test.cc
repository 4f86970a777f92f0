#include "feedrate/app/native/slow_stages.h"

#include <gtest/gtest.h>

#include "feedrate/app/native/stage_names.h"

namespace feedrate::app {
namespace {

TEST(SlowStages, AreReadAndNamed) {
  const auto none = slow_stages("");
  ASSERT_TRUE(none);
  EXPECT_EQ(stage_names(*none), (StageNames{"read", "decode", "transform"}));
  const auto two = slow_stages("read=3,transform=1.5");
  ASSERT_TRUE(two);
  EXPECT_EQ(stage_names(*two), (StageNames{"read (slowed 3x)", "decode", "transform (slowed 1.5x)"}));
}

TEST(SlowStages, AnythingElseIsRefused) {
  for (const char* text : {"decode", "decode=", "decode=fast", "decode=0.5", "decode=2x", "write=2", "decode=1001",
                           "=2", "decode=nan", "decode=2,,read=2"})
    EXPECT_FALSE(slow_stages(text)) << text;
}

}  // namespace
}  // namespace feedrate::app
