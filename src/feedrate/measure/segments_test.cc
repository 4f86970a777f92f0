#include "feedrate/measure/segments.h"

#include <gtest/gtest.h>

namespace feedrate::measure {
namespace {

using contract::marks::Kind;
using contract::marks::Mark;
using contract::marks::Mode;

constexpr std::int64_t kMillisecond = 1'000'000;

// A program's marks as time goes by.
class Program {
 public:
  // Steps of so many ms, each followed by so long a wait.
  Program& batches(int n, std::int64_t step, std::int64_t wait, std::uint16_t slot = 0, bool learning = true) {
    for (int i = 0; i < n; ++i) {
      now_ += step * kMillisecond;
      marks.push_back({Kind::kAsked, slot, now_, 0, learning ? 1U : 0U});
      now_ += wait * kMillisecond;
      marks.push_back({Kind::kBatch, slot, now_, 100, 8});
    }
    return *this;
  }
  Program& drained(int n, std::int64_t each) {
    for (int i = 0; i < n; ++i) {
      now_ += each * kMillisecond;
      marks.push_back({Kind::kBatch, 0, now_, 100, 8});
    }
    return *this;
  }
  Program& segment(std::uint64_t entry, Mode mode) {
    marks.push_back({Kind::kSegment, 0, now_, entry, static_cast<std::uint32_t>(mode)});
    return *this;
  }
  Program& epoch_ends(std::int64_t gap, std::uint16_t slot = 0) {
    marks.push_back({Kind::kEpoch, slot, now_, 0, 0});
    now_ += gap * kMillisecond;
    return *this;
  }
  std::vector<Mark> marks;

 private:
  std::int64_t now_ = 1000 * kMillisecond;
};

const std::vector<PlannedSegment> kPlan = {
    {Mode::kReal, 1, 2, true}, {Mode::kReplay, 1, 2, true}, {Mode::kLoader, 1, 2, true}, {Mode::kReal, 1, 0, false}};

TEST(Segments, CountFromTheFirstBatchAfterThoseThatSettle) {
  Program program;
  program.batches(5, 1, 1).segment(0, Mode::kReal).batches(3, 50, 50).batches(10, 6, 4);
  program.segment(1, Mode::kReplay).batches(3, 50, 0).batches(20, 6, 0);
  program.segment(2, Mode::kLoader).drained(3, 50).drained(10, 8).segment(3, Mode::kReal).batches(4, 6, 4);
  const auto found = measure_segments(program.marks, 0, kPlan);
  ASSERT_EQ(found.segments.size(), 3U);
  const auto& real = found.segments[0];
  EXPECT_EQ(real.mode, Mode::kReal);
  EXPECT_EQ(real.batches, 10);
  EXPECT_EQ(real.samples, 80);
  EXPECT_NEAR(real.seconds, 0.1, 1e-9);
  EXPECT_NEAR(real.wait_seconds, 0.04, 1e-9);
  EXPECT_EQ(found.segments[1].batches, 20);
  EXPECT_NEAR(found.segments[1].seconds, 0.12, 1e-9);
  EXPECT_NEAR(found.segments[1].wait_seconds, 0, 1e-9);
  EXPECT_EQ(found.segments[2].batches, 10);
  EXPECT_NEAR(found.segments[2].seconds, 0.08, 1e-9);
  EXPECT_NEAR(found.segments[2].wait_seconds, 0.08, 1e-9);
  EXPECT_EQ(found.delivered, 5 + 13 + 23 + 4);
  EXPECT_EQ(found.replayed, 23);
  EXPECT_EQ(found.dropped, 13);
  EXPECT_EQ(found.entries_begun, 4U);
}

TEST(Segments, LeaveOutTheEndsOfEpochs) {
  Program program;
  program.segment(0, Mode::kReal).batches(13, 6, 4).epoch_ends(900).batches(13, 6, 4);
  const auto found = measure_segments(program.marks, 0, kPlan);
  ASSERT_EQ(found.segments.size(), 1U);
  EXPECT_EQ(found.segments[0].batches, 20);
  EXPECT_NEAR(found.segments[0].seconds, 0.2, 1e-9);
  ASSERT_EQ(found.epoch_gaps.size(), 1U);
  EXPECT_NEAR(found.epoch_gaps[0], 0.91, 1e-9);
}

TEST(Segments, CountTheEndsOfEpochsThatLeaveNothingElse) {
  Program program;
  program.segment(0, Mode::kReal);
  for (int epoch = 0; epoch < 10; ++epoch) program.batches(3, 6, 4).epoch_ends(10);
  const auto found = measure_segments(program.marks, 0, kPlan);
  ASSERT_EQ(found.segments.size(), 1U);
  EXPECT_EQ(found.segments[0].batches, 27);
  EXPECT_NEAR(found.segments[0].seconds, 27 * 0.01 + 9 * 0.01, 1e-9);
}

TEST(Segments, OfAKindAreCountedInOneWay) {
  const std::vector<PlannedSegment> plan = {{Mode::kReal, 1, 2, true}, {Mode::kReal, 2, 2, true}};
  Program program;
  program.segment(0, Mode::kReal).batches(23, 6, 4);
  // An end that leaves one batch of six: alone it would have been counted with the gap, at a tenth of the rate.
  program.segment(1, Mode::kReal).batches(4, 6, 4).epoch_ends(900).batches(5, 6, 4);
  const auto found = measure_segments(program.marks, 0, plan);
  ASSERT_EQ(found.segments.size(), 2U);
  EXPECT_EQ(found.segments[0].batches, 20);
  EXPECT_EQ(found.segments[1].batches, 1 + 2);
  for (const auto& segment : found.segments)
    EXPECT_NEAR(segment.seconds / static_cast<double>(segment.batches), 0.01, 1e-9);
}

TEST(Segments, IgnoreOtherLoaders) {
  Program program;
  program.segment(0, Mode::kReal).batches(5, 6, 4).batches(7, 1, 1, 1).batches(5, 6, 4);
  EXPECT_EQ(measure_segments(program.marks, 0, kPlan).delivered, 10);
}

TEST(Segments, OfRanksAreTheSlowestsTimeAndAllSamples) {
  std::vector<ProgramMarks> ranks(2);
  ranks[0].segments = {{1, Mode::kReal, 2, 80, 1.0, 0.5}, {}};
  ranks[0].waits = {{0.1, 0.4}, {}};
  ranks[1].segments = {{1, Mode::kReal, 2, 80, 1.1, 0.3}};
  ranks[1].waits = {{0.2, 0.1}};
  const auto merged = merge_ranks(ranks);
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].samples, 160);
  EXPECT_EQ(merged[0].seconds, 1.1);
  EXPECT_NEAR(merged[0].wait_seconds, 0.2 + 0.4, 1e-12);  // while one waits for data, the other waits for it
}

TEST(TrainingLoader, IsTheOneThatLearnsNotTheOneThatIsLonger) {
  Program program;
  program.batches(100, 10, 1, 0, false).epoch_ends(1, 0).batches(20, 2, 8, 1, true).epoch_ends(1, 1);
  program.marks.push_back({Kind::kLoader, 1, 0, 2 | (std::uint64_t{4} << 32U), 20});
  const auto uses = loaders_of(program.marks, {{0, "validate"}, {1, "train"}});
  ASSERT_EQ(uses.size(), 2U);
  const auto* best = training_loader(uses);
  ASSERT_NE(best, nullptr);
  EXPECT_EQ(best->name, "train");
  EXPECT_EQ(best->batches, 20);
  EXPECT_EQ(best->workers, 2);
  EXPECT_EQ(best->prefetch, 4);
  EXPECT_EQ(best->in_flight(), 8);
  EXPECT_EQ(best->epoch_batches, 20);
  EXPECT_NEAR(best->seconds, 0.19, 1e-9);
}

TEST(TrainingLoader, WithoutGradientsIsTheOneMostTimeGoesByWith) {
  Program program;
  program.batches(5, 1, 1, 0, false).batches(20, 2, 8, 1, false);
  const auto uses = loaders_of(program.marks, {{0, "a"}, {1, "b"}});
  EXPECT_EQ(training_loader(uses)->name, "b");
  EXPECT_EQ(training_loader({}), nullptr);
}

}  // namespace
}  // namespace feedrate::measure
