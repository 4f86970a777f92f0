#include "feedrate/control/diagnose/predict.h"

#include <gtest/gtest.h>

#include "feedrate/control/diagnose/example_program.h"

namespace feedrate::control {
namespace {

std::optional<Prediction> predicted(const contract::Record& record, double cpus, int workers) {
  return predict_workers(record, *diagnose(record), {cpus, 1}, workers);
}

TEST(Predict, AsManyTimesAsFastAsThereAreWorkers) {
  const auto record = example::program(1, 20, 1, 2);
  for (const int workers : {1, 2, 4}) EXPECT_NEAR(predicted(record, 16, workers)->rate, 400.0 * workers, 2) << workers;
  EXPECT_NEAR(predicted(record, 2, 4)->rate, 800, 1) << "two CPUs";
  EXPECT_NEAR(predicted(record, 64, 40)->rate, 4000, 1) << "what the step takes";
}

TEST(Predict, RanksHaveWorkersOfTheirOwnAndShareTheCpus) {
  const auto record = example::in_ranks(example::program(1, 20, 1, 2), 2);  // 800/s
  EXPECT_NEAR(*worker_seconds(record), 0.020 / 8, 1e-6);
  EXPECT_NEAR(predicted(record, 16, 2)->rate, 1600, 4);
  EXPECT_NEAR(predicted(record, 2, 2)->rate, 800, 2) << "two CPUs, and two workers already";
  EXPECT_NEAR(predicted(record, 64, 40)->rate, 8000, 8) << "what the steps take";
}

TEST(Predict, ALoaderAsFastAsItsStepReachesLessThanBoth) {
  const auto record = example::program(1, 20, 1, 10);  // 400/s, beside a step of 800/s
  const double equal = predicted(record, 16, 2)->rate;
  EXPECT_LT(equal, 740);
  EXPECT_GT(equal, 680);
  EXPECT_NEAR(predicted(record, 16, 8)->rate, 800, 2) << "four times as fast as the step";
}

TEST(Predict, LessSureWhereEveryCpuWillBeBusy) {
  const auto record = example::program(1, 20, 1, 2);
  const auto width = [&](double cpus) {
    const auto prediction = *predicted(record, cpus, 2);
    return prediction.high / prediction.low;
  };
  EXPECT_GT(width(2), width(16));
}

TEST(Predict, WithoutWorkersTheyTakeTurns) {
  const auto record = example::program(2, 20, 1, 10);
  EXPECT_NEAR(predicted(record, 4, 0)->rate, 8 / 0.030, 1);
}

TEST(Predict, HandingOverTakesTimeOnceThereAreWorkers) {
  const auto record = example::program(0, 20, 1, 2);
  EXPECT_NEAR(predicted(record, 16, 1)->rate, 8 / 0.0214, 2);
  EXPECT_NEAR(predicted(record, 64, 40)->rate, 8 / 0.0034, 2) << "and the program, which takes every batch";
}

TEST(Predict, ALoaderThatIsSlowerThanItsStagesStaysSo) {
  auto record = example::program(2, 20, 1, 2);
  for (auto& segment : record.evidence.program->segments)
    if (segment.mode != contract::marks::Mode::kReplay) segment.seconds *= 1.25;
  EXPECT_NEAR(predicted(record, 16, 4)->rate, 1600 / 1.25, 1);
}

TEST(Predict, WaitingForACpuIsNoWork) {
  auto record = example::program(2, 20, 0.5, 2);
  record.evidence.cpu = contract::CpuEvidence{};
  record.evidence.cpu->waited_share = 0.5;  // as long as they ran
  // Half of the 20 ms was the queue: on more CPUs the work takes 10.
  EXPECT_NEAR(*worker_seconds(record), 0.010 / 8, 1e-6);
}

TEST(Predict, CpusThatShareACoreAreSlowerTogether) {
  const auto record = example::program(1, 20, 1, 2);
  const auto rate = [&](int workers) { return predict_workers(record, *diagnose(record), {2, 0.6}, workers)->rate; };
  EXPECT_NEAR(rate(1), 400, 1) << "as it was measured";
  EXPECT_NEAR(rate(2), 480, 10);
}

TEST(Predict, TheIntervalIsAroundItAndSaysHowSure) {
  const auto seen = *predicted(example::program(1, 20, 1, 2), 16, 2);
  EXPECT_LT(seen.low, seen.rate);
  EXPECT_GT(seen.high, seen.rate);
  const auto unseen = *predicted(example::program(0, 20, 1, 2), 16, 2);
  EXPECT_GT(unseen.high / unseen.low, seen.high / seen.low) << "nothing was ever handed over";
}

TEST(Predict, NothingWhereNothingWasSeen) {
  auto record = example::program(2, 20, 1, 2);
  record.evidence.program->stages.clear();
  EXPECT_FALSE(predicted(record, 2, 4));
}

TEST(Predict, LessSureWhereOthersTookCpus) {
  auto record = example::program(2, 20, 1, 2);
  const auto quiet = *predicted(record, 2, 4);
  record.evidence.process.foreign_cpus = 1;
  const auto shared = *predicted(record, 2, 4);
  EXPECT_EQ(shared.rate, quiet.rate);
  EXPECT_GT(shared.high / shared.low, 2 * quiet.high / quiet.low) << "half of the machine may come back";
}

TEST(TrackRecord, CountsWhatWasInsideAndHowFarOthersWereOff) {
  const Checked right{"a.py", "workers=2", 400, {800, 700, 900, 1600}, 300, 600, ""};  // a slower machine by then
  const Checked wrong{"b.py", "workers=2", 400, {800, 700, 900, 800}, 800, 800, ""};
  EXPECT_TRUE(is_inside(right));
  EXPECT_FALSE(is_inside(wrong));
  const auto one = track_record(std::span(&right, 1));
  EXPECT_EQ(one.inside, 1U);
  EXPECT_NEAR(one.half_width, 0.125, 1e-9);
  EXPECT_NEAR(one.error, 0, 1e-9);
  EXPECT_NEAR(one.no_change_error, 0.5, 1e-9);
  EXPECT_NEAR(one.slowest_stage_error, 1, 1e-9);
  const Checked both[] = {right, wrong};
  EXPECT_EQ(track_record(both).inside, 1U);
  EXPECT_EQ(track_record(both).checked, 2U);
}

}  // namespace
}  // namespace feedrate::control
