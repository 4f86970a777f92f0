#include <gtest/gtest.h>

#include <cmath>

#include "feedrate/base/random.h"
#include "feedrate/measure/slices.h"
#include "feedrate/measure/window.h"

namespace feedrate::measure {
namespace {

using contract::marks::Kind;
using contract::marks::Mark;

constexpr std::int64_t kMs = 1'000'000;

std::vector<Mark> batches(int n, std::int64_t gap_ns) {
  std::vector<Mark> out;
  for (int i = 0; i < n; ++i) out.push_back({Kind::kBatch, 0, 1000 + i * gap_ns, 100, 64});
  return out;
}

TEST(Window, OpensAfterFourTimesWhatMayBeInFlightAndIsAsLong) {
  const WindowPlan plan = plan_window({10, contract::Window::Unit::kBatches}, 4, 4, 0);
  EXPECT_EQ(plan.drain, 16);
  EXPECT_EQ(plan.batches, 16);
  EXPECT_EQ(plan_window({200, contract::Window::Unit::kBatches}, 4, 4, 0).batches, 200);
  EXPECT_EQ(plan_window({2, contract::Window::Unit::kEpochs}, 4, 0, 50).batches, 100);
  EXPECT_EQ(plan_window({2, contract::Window::Unit::kEpochs}, 4, 0, 50).drain, 4);
}

TEST(Window, RateIsWorkOverTimeOfTheWholeWindow) {
  auto marks = batches(40, 10 * kMs);
  marks[5].time_ns += 1;  // before the window: must not matter
  const auto window = measure_window(marks, {16, 20});
  ASSERT_TRUE(window);
  EXPECT_EQ(window->samples, 20 * 64);
  EXPECT_EQ(window->bytes, 2000);
  EXPECT_NEAR(window->seconds, 0.2, 1e-12);
  EXPECT_NEAR(window->rate, 6400, 1e-6);
  EXPECT_NEAR(window->gap_p99, 0.01, 1e-12);
}

TEST(Window, IsAbsentUntilItsLastMark) {
  EXPECT_FALSE(measure_window(batches(36, kMs), {16, 20}));
  EXPECT_TRUE(measure_window(batches(37, kMs), {16, 20}));
}

std::vector<Slice> slices(double short_rate, double long_rate, int pairs, double noise) {
  Random random(5);
  std::vector<Slice> out;
  std::int64_t now = 0;
  for (int i = 0; i < pairs; ++i)
    for (bool is_short : {true, false}) {
      const std::int64_t length = is_short ? 60 * kMs : 240 * kMs;
      const double rate = (is_short ? short_rate : long_rate) * (1 + noise * (random.unit() - 0.5));
      out.push_back({now, now + length,
                     static_cast<std::uint64_t>(std::llround(rate * static_cast<double>(length) * 1e-9)), is_short, i});
      now += length + 100 * kMs;
    }
  return out;
}

TEST(Slices, CounterRateIsSamplesOverThawedTime) {
  const auto evidence = measure_slices(slices(1000, 1000, 10, 0), true, {});
  ASSERT_TRUE(evidence);
  EXPECT_NEAR(evidence->rate, 1000, 1e-9);
  EXPECT_NEAR(evidence->seconds, 3.0, 1e-9);
  EXPECT_EQ(evidence->short_ones.slices, 10);
}

TEST(Slices, WithoutCounterBatchesCountOnTheOwnClock) {
  // Thawed 0-100 and 200-300 ms; a batch every 20 ms of own time.
  std::vector<Slice> two = {{0, 100 * kMs, 0, false, 0}, {200 * kMs, 300 * kMs, 0, false, 1}};
  std::vector<Mark> marks;
  for (std::int64_t t : {10, 30, 50, 70, 90, 210, 230, 250, 270, 290})
    marks.push_back({Kind::kBatch, 0, t * kMs, 0, 8});
  const auto evidence = measure_slices(two, false, marks);
  ASSERT_TRUE(evidence);
  EXPECT_NEAR(evidence->seconds, 0.18, 1e-12);
  EXPECT_NEAR(evidence->rate, 9 * 8 / 0.18, 1e-6);
}

TEST(FreezeCheck, HarmlessWhenShortAndLongAgree) {
  const auto check = check_freezing(slices(1000, 1000, 60, 0.1));
  ASSERT_TRUE(check);
  EXPECT_TRUE(is_harmless(*check)) << check->low << " " << check->high;
}

TEST(FreezeCheck, NoticesWorkDoneWhileFrozen) {
  const auto check = check_freezing(slices(1300, 1000, 60, 0.1));
  ASSERT_TRUE(check);
  EXPECT_NEAR(check->log_ratio, std::log(1.3), 0.03);
  EXPECT_FALSE(is_harmless(*check));
}

TEST(FreezeCheck, FewOrNoisyPairsDoNotCountAsHarmless) {
  EXPECT_FALSE(check_freezing(slices(1000, 1000, 2, 0)));
  const auto noisy = check_freezing(slices(1000, 1000, 6, 0.8));
  ASSERT_TRUE(noisy);
  EXPECT_FALSE(is_harmless(*noisy));
}

}  // namespace
}  // namespace feedrate::measure
