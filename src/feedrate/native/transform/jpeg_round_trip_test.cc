#include "feedrate/native/transform/jpeg_round_trip.h"

#include <gtest/gtest.h>

#include "feedrate/native/transform/every_target.h"

namespace feedrate::native {
namespace {

using example::values_of;

TEST(JpegRoundTrip, KeepsWhatIsSmooth) {
  Array from;
  from.reshape({40, 50, 3});
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 50; ++x)
      for (int c = 0; c < 3; ++c) from.row(y)[3 * x + c] = static_cast<std::uint8_t>(2 * x + 2 * y + 10 * c);
  JpegRoundTrip trip(90);
  Array to;
  ASSERT_TRUE(trip(from.view(), to));
  const auto before = values_of(from);
  const auto after = values_of(to);
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) ASSERT_NEAR(before[i], after[i], 8) << i;
  Array again;
  ASSERT_TRUE(JpegRoundTrip(10)(from.view(), again));
  EXPECT_NE(values_of(again), after) << "quality is heard";
}

}  // namespace
}  // namespace feedrate::native
