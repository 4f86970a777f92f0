#include <gtest/gtest.h>

#include <cmath>

#include "feedrate/base/random.h"
#include "feedrate/measure/gaps.h"
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

// A piece of work every 20 ms, twice as long from the 100th on where the machine gets slower, or half where it gets
// faster.
std::vector<Gap> timed_work(double later) {
  std::vector<Gap> out;
  for (int i = 0; i < 200; ++i) {
    const std::int64_t at = 1000 + i * 20 * kMs;
    const double length = (i < 100 ? 30e3 : 30e3 * later) * (1 + 0.1 * (i % 3));
    out.push_back({at, at + static_cast<std::int64_t>(length), 1, 0});
  }
  return out;
}

TEST(Window, AMachineThatChangesAsWellMayBeWhy) {
  // 200 gaps of 10 ms, and 100 of 20 ms: from its half on, it is half as fast.
  std::vector<Mark> marks = batches(200, 10 * kMs);
  for (int i = 0; i < 100; ++i) marks.push_back({Kind::kBatch, 0, marks.back().time_ns + 20 * kMs, 100, 64});
  const WindowPlan plan{0, 298, false, 0};
  const auto change = [&](const std::vector<Gap>& machine) {
    return measure_window(marks, plan, machine)->machine_change;
  };
  EXPECT_FALSE(measure_window(marks, plan)->steady.value());
  EXPECT_FALSE(change({}));
  EXPECT_FALSE(change(timed_work(1))) << "it did not change";
  EXPECT_FALSE(change(timed_work(0.5))) << "it changed the other way";
  EXPECT_FALSE(change(timed_work(1.2))) << "it changed by far too little";
  ASSERT_TRUE(change(timed_work(2)));
  EXPECT_NE(change(timed_work(2))->find("% slower at times"), std::string::npos) << *change(timed_work(2));
  auto until_half = timed_work(2);
  until_half.resize(100);
  EXPECT_FALSE(change(until_half)) << "nobody knows how fast it was later";
}

TEST(Window, ALoaderThatChangesMoreThanItsMachineIsNotSteady) {
  // The machine is slower for a while in the middle; the loader is too, and from its half on, by itself, for good.
  std::vector<Mark> marks = batches(2, 10 * kMs);
  std::vector<Gap> machine;
  for (int i = 0; i < 300; ++i) {
    const bool slow_machine = i >= 60 && i < 120;
    const double length = (slow_machine ? 1.5 : 1.0) * (i < 150 ? 1.0 : 1.4) * (1 + 0.02 * (i % 5));
    const std::int64_t from = marks.back().time_ns;
    marks.push_back({Kind::kBatch, 0, from + static_cast<std::int64_t>(length * 10 * kMs), 100, 64});
    machine.push_back({from, from + (slow_machine ? 45000 : 30000), 1, 0});
  }
  const auto window = measure_window(marks, {1, 300, false, 0}, machine);
  EXPECT_FALSE(window->steady.value());
  EXPECT_FALSE(window->machine_change) << *window->machine_change;
}

TEST(Window, ASteadyOneHasNothingToExplain) {
  const auto window = measure_window(batches(300, 10 * kMs), {0, 298, false, 0}, timed_work(2));
  EXPECT_TRUE(window->steady.value());
  EXPECT_FALSE(window->machine_change);
}

TEST(Window, TellsWhatWasMadeBeforeFromWhatIsMadeNow) {
  // 30 batches that were ready, then one every 10 ms.
  std::vector<Mark> marks = batches(30, kMs);
  std::int64_t now = marks.back().time_ns;
  for (int i = 0; i < 200; ++i) marks.push_back({Kind::kBatch, 0, now += 10 * kMs, 100, 64});
  const auto window = measure_window(marks, {120, 100});
  ASSERT_TRUE(window);
  EXPECT_NEAR(window->rate, 6400, 1e-6);
  EXPECT_GT(window->early_rate.value_or(0), 5 * window->rate);
  EXPECT_FALSE(measure_window(marks, {60, 100})->early_rate) << "15 batches say little";
}

TEST(Window, HiccupsAreGapsFarBeyondTheTurnsOfItsWorkers) {
  auto marks = batches(101, 10 * kMs);
  for (std::size_t i = 0; i < marks.size(); ++i) marks[i].time_ns += static_cast<std::int64_t>(i / 20) * 400 * kMs;
  const auto window = measure_window(marks, {0, 100});
  ASSERT_TRUE(window);
  EXPECT_EQ(window->hiccups, 5);
  EXPECT_NEAR(window->hiccup_share.value_or(0), 5 * 0.41 / 3.0, 0.01);
  // Eight workers in step: eight batches at once, then none for eight times as long as one takes.
  auto in_step = batches(101, 0);
  for (std::size_t i = 0; i < in_step.size(); ++i) in_step[i].time_ns += static_cast<std::int64_t>(i / 8) * 80 * kMs;
  EXPECT_EQ(measure_window(in_step, {0, 96, false, 8})->hiccups, 0);
}

// Epochs of `length` batches, 10 ms apart, with a second between epochs; a mark at the end of each but the last.
std::vector<Mark> epochs(int n, int length) {
  std::vector<Mark> out;
  std::int64_t now = 0;
  for (int epoch = 0; epoch < n; ++epoch) {
    for (int i = 0; i < length; ++i) out.push_back({Kind::kBatch, 0, now += 10 * kMs, 100, 64});
    if (epoch + 1 < n) out.push_back({Kind::kEpoch, 0, now, static_cast<std::uint64_t>(epoch), 0});
    now += 1000 * kMs;
  }
  return out;
}

TEST(Window, LeavesOutTheEndsOfEpochsAndWhatSettlesAfterThem) {
  // 4 drained, then 15 gaps; from the 20th batch over the boundary until 4 more have passed nothing counts.
  const auto marks = epochs(2, 20);
  const auto window = measure_window(marks, {4, 30});
  ASSERT_TRUE(window);
  EXPECT_NEAR(window->seconds, 0.3, 1e-9);
  EXPECT_NEAR(window->rate, 6400, 1e-6);
  EXPECT_NEAR(window->gap_p99, 0.01, 1e-9);
  EXPECT_FALSE(measure_window(marks, {4, 31}));
  const auto seen = measure_epochs(marks, 4);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->ended, 1);
  EXPECT_EQ(seen->batches, 20);
  EXPECT_NEAR(seen->gap_p50.value_or(0), 1.01, 1e-9);
  EXPECT_FALSE(seen->counted);
}

TEST(Window, CountsTheEndsOfEpochsWhenAskedForEpochsOrWhenNothingElseIsThere) {
  const auto asked = measure_window(epochs(2, 20), {4, 35, true});
  ASSERT_TRUE(asked);
  EXPECT_NEAR(asked->seconds, 0.35 + 1, 1e-9);
  const auto tiny = epochs(5, 8);
  const auto window = measure_window(tiny, {4, 30});
  ASSERT_TRUE(window);
  EXPECT_NEAR(window->seconds, 0.3 + 4, 1e-9);
  EXPECT_TRUE(measure_epochs(tiny, 4)->counted);
  EXPECT_FALSE(measure_epochs(epochs(1, 8), 4));
}

std::vector<Slice> slices(double short_rate, double long_rate, int pairs, double noise) {
  Random random(5);
  std::vector<Slice> out;
  std::int64_t now = 0;
  for (int i = 0; i < pairs; ++i)
    for (bool is_short : {true, false}) {
      const std::int64_t length = is_short ? 60 * kMs : 240 * kMs;
      const double rate = (is_short ? short_rate : long_rate) * (1 + noise * (random.unit() - 0.5));
      out.push_back({now, now + length, std::llround(rate * static_cast<double>(length) * 1e-9), is_short, i});
      now += length + 100 * kMs;
    }
  return out;
}

TEST(Slices, CounterRateIsSamplesOverThawedTime) {
  const auto evidence = measure_slices(slices(1000, 1000, 10, 0), {true, 1}, {});
  ASSERT_TRUE(evidence);
  EXPECT_NEAR(evidence->rate, 1000, 1e-9);
  EXPECT_NEAR(evidence->seconds, 3.0, 1e-9);
  EXPECT_EQ(evidence->short_ones.slices, 10);
}

TEST(Slices, ACounterIsTrustedWithinWhatIsInFlightAndATenth) {
  EXPECT_TRUE(is_trusted({1000, 1000, 0}));
  EXPECT_TRUE(is_trusted({64, 0, 64}));  // the first batch is not there yet
  EXPECT_TRUE(is_trusted({1164, 1000, 64}));
  EXPECT_FALSE(is_trusted({1165, 1000, 64}));
  EXPECT_FALSE(is_trusted({835, 1000, 64}));
}

TEST(Slices, WithoutCounterBatchesCountOnTheOwnClock) {
  // Thawed 0-100 and 200-300 ms; a batch every 20 ms of own time.
  std::vector<Slice> two = {{0, 100 * kMs, 0, false, 0}, {200 * kMs, 300 * kMs, 0, false, 1}};
  std::vector<Mark> marks;
  for (std::int64_t t : {10, 30, 50, 70, 90, 210, 230, 250, 270, 290})
    marks.push_back({Kind::kBatch, 0, t * kMs, 0, 8});
  const auto evidence = measure_slices(two, {false, 1}, marks);
  ASSERT_TRUE(evidence);
  EXPECT_NEAR(evidence->seconds, 0.18, 1e-12);
  EXPECT_NEAR(evidence->rate, 9 * 8 / 0.18, 1e-6);
}

// Thawed 0-100 and 200-300 ms; a batch of 16 every 15 ms of own time, the first at the thaw. All that is counted at
// once.
std::vector<Mark> batches_of_15_ms() {
  std::vector<Mark> out;
  for (std::int64_t own = 0; own < 200; own += 15)
    out.push_back({Kind::kBatch, 0, (own < 100 ? own : own + 100) * kMs, 0, 16});
  return out;
}

TEST(Slices, ACounterOfWholeBatchesIsNotCutShortByTheLastOne) {
  const std::vector<Slice> two = {{0, 100 * kMs, 6 * 16, true, 0}, {200 * kMs, 300 * kMs, 7 * 16, true, 1}};
  const auto evidence = measure_slices(two, {true, 1}, batches_of_15_ms());
  ASSERT_TRUE(evidence);
  EXPECT_EQ(evidence->counted_by, contract::CountedBy::kBatches);
  EXPECT_NEAR(evidence->rate, 16 / 0.015, 1e-6);
}

TEST(Slices, ACounterFinerThanBatchesCounts) {
  const std::vector<Slice> two = {{0, 100 * kMs, 6 * 16 + 10, true, 0}, {200 * kMs, 300 * kMs, 7 * 16, true, 1}};
  const auto evidence = measure_slices(two, {true, 1}, batches_of_15_ms());
  ASSERT_TRUE(evidence);
  EXPECT_EQ(evidence->counted_by, contract::CountedBy::kCounter);
  EXPECT_NEAR(evidence->rate, 7 * 16 / 0.1, 1e-6);
}

TEST(Slices, ACounterOfManyWholeBatchesCounts) {
  const std::vector<Slice> two = {{0, 100 * kMs, 50 * 16, true, 0}, {200 * kMs, 300 * kMs, 50 * 16, true, 1}};
  EXPECT_EQ(measure_slices(two, {true, 1}, batches_of_15_ms())->counted_by, contract::CountedBy::kCounter);
}

TEST(Slices, WhatIsBegunInTheLastSliceIsMadeUpForByWhatWasBegunBeforeTheSecond) {
  // A sample every 40 ms of own time, the first begun with the first slice: 12 and a half in five slices of 100 ms.
  std::vector<Slice> five;
  for (std::int64_t i = 0; i < 5; ++i)
    five.push_back({i * 200 * kMs, (i * 200 + 100) * kMs, (i + 1) * 100 / 40 - i * 100 / 40, true, 0});
  const auto evidence = measure_slices(five, {true, 1}, {});
  ASSERT_TRUE(evidence);
  EXPECT_NEAR(evidence->rate, 25, 1e-9);
  EXPECT_EQ(evidence->short_ones.slices, 4);
}

TEST(Slices, ACounterThatWentBackDoesNotCount) {
  const std::vector<Slice> two = {{0, 100 * kMs, -240, true, 0}, {200 * kMs, 300 * kMs, 201 * 16, true, 1}};
  const auto evidence = measure_slices(two, {true, 1}, batches_of_15_ms());
  ASSERT_TRUE(evidence);
  EXPECT_EQ(evidence->counted_by, contract::CountedBy::kBatches);
  EXPECT_NEAR(evidence->rate, 16 / 0.015, 1e-6);
  EXPECT_GE(evidence->short_ones.samples, 0);
}

TEST(Slices, TheCheckOfFreezingNeedsWhatEachSliceCounted) {
  const std::vector<Slice> two = {{0, 100 * kMs, 6 * 16, true, 0}, {200 * kMs, 300 * kMs, 7 * 16, false, 0}};
  EXPECT_EQ(measure_slices(two, {true, 1}, batches_of_15_ms())->counted_by, contract::CountedBy::kCounter);
}

TEST(Slices, ABatchLongerThanAllSlicesIsCountedByTheCounter) {
  const std::vector<Slice> two = {{0, 100 * kMs, 16, true, 0}, {200 * kMs, 300 * kMs, 0, true, 1}};
  const std::vector<Mark> marks = {{Kind::kBatch, 0, -5 * kMs, 0, 16}, {Kind::kBatch, 0, 90 * kMs, 0, 16}};
  const auto evidence = measure_slices(two, {true, 1}, marks);
  ASSERT_TRUE(evidence);
  EXPECT_EQ(evidence->counted_by, contract::CountedBy::kCounter);
}

// One slice after another over the marks, each of 10 ms, 64 samples unless it overlaps `idle`.
std::vector<Slice> slices_over(std::int64_t end_ns, const Span& idle) {
  std::vector<Slice> out;
  for (std::int64_t now = 0; now < end_ns; now += 10 * kMs)
    out.push_back({now, now + 10 * kMs, now < idle.to_ns && now + 10 * kMs > idle.from_ns ? 0U : 64U, false, 0});
  return out;
}

TEST(Slices, NeitherWorkNorTimeCountsAroundTheEndOfAnEpoch) {
  // Workers run dry two batches before the epoch's last mark (1200 ms) and have caught up two after its next first.
  const auto marks = epochs(2, 120);
  const auto evidence =
      measure_slices(slices_over(marks.back().time_ns - 50 * kMs, {1180 * kMs, 2230 * kMs}), {true, 2}, marks);
  ASSERT_TRUE(evidence);
  EXPECT_NEAR(evidence->rate, 6400, 1e-6);
  EXPECT_NEAR(evidence->seconds, 3.35 - 1.05, 1e-9);
  const auto by_batches =
      measure_slices(slices_over(marks.back().time_ns, {1180 * kMs, 2230 * kMs}), {false, 2}, marks);
  ASSERT_TRUE(by_batches);
  EXPECT_NEAR(by_batches->rate, 6400, 1e-6);
}

TEST(Slices, EpochsShorterThanSlicesCount) {
  const auto marks = epochs(20, 20);
  std::vector<Slice> all;
  for (std::int64_t now = 0; now < marks.back().time_ns; now += 2500 * kMs)
    all.push_back({now, now + 2500 * kMs, 640, false, 0});
  EXPECT_TRUE(counts_epoch_ends(all, {true, 2}, marks));
  EXPECT_NEAR(measure_slices(all, {true, 2}, marks)->rate, 256, 1e-9);
  EXPECT_FALSE(counts_epoch_ends(all, {true, 2}, {}));
  // Four short ones that keep away from the ends do not make up for the long ones that do not.
  std::vector<Slice> mixed = all;
  for (auto& slice : mixed) slice.is_short = false;
  for (int i = 0; i < 100; ++i) mixed.push_back({30 * kMs, 40 * kMs, 64, true, i});
  EXPECT_TRUE(counts_epoch_ends(mixed, {true, 2}, marks));
}

TEST(Slices, AnEpochThatIsAboutToEndHasRunDry) {
  auto marks = epochs(2, 20);
  marks.pop_back();  // its last batch is still to come
  const auto ends = epoch_ends(marks, 2);
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_EQ(ends[1].from_ns, (1200 + 180) * kMs);
  EXPECT_GT(ends[1].to_ns, 100'000 * kMs);
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

TEST(FreezeCheck, ASmallEffectThatIsSurelyThereIsNotHarmless) {
  EXPECT_TRUE(is_harmless({0.02, 0.005, 0.035, 60}));
  EXPECT_FALSE(is_harmless({0.05, 0.03, 0.07, 60}));
  EXPECT_FALSE(is_harmless({-0.05, -0.07, -0.03, 60}));
  EXPECT_TRUE(is_harmless({0.05, -0.01, 0.09, 60})) << "it may be nothing";
  EXPECT_FALSE(is_harmless({0.0, -0.11, 0.11, 60}));
}

TEST(FreezeCheck, IsGivenUpEarlyOnlyForAnEffectThatManyLooksWouldNotMake) {
  EXPECT_FALSE(is_harmful({-0.13, -0.22, -0.04, 35})) << "a burn-in is looked at after every group of slices";
  EXPECT_TRUE(is_harmful({-0.13, -0.18, -0.08, 35}));
  EXPECT_TRUE(is_harmful({0.30, 0.20, 0.40, 20}));
  EXPECT_FALSE(is_harmful({0.30, 0.20, 0.40, 19}));
}

TEST(FreezeCheck, NeedsLongSlices) {
  auto shorts = slices(1000, 1000, 60, 0.1);
  std::erase_if(shorts, [](const Slice& slice) { return !slice.is_short; });
  EXPECT_FALSE(check_freezing(shorts));
  const auto evidence = measure_slices(shorts, {true, 1}, {});
  ASSERT_TRUE(evidence);
  EXPECT_FALSE(evidence->freeze_check);
  EXPECT_NEAR(evidence->rate, 1000, 20);
}

TEST(FreezeCheck, FewOrNoisyPairsDoNotCountAsHarmless) {
  EXPECT_FALSE(check_freezing(slices(1000, 1000, 2, 0)));
  const auto noisy = check_freezing(slices(1000, 1000, 6, 0.8));
  ASSERT_TRUE(noisy);
  EXPECT_FALSE(is_harmless(*noisy));
}

}  // namespace
}  // namespace feedrate::measure
