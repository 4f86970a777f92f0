#include "feedrate/control/diagnose/stages.h"

#include <gtest/gtest.h>

namespace feedrate::control {
namespace {

contract::StageSum busy(const char* name, double seconds) {
  contract::StageSum out;
  out.name = name;
  out.in_workers = true;
  out.busy_seconds = seconds;
  return out;
}

// Two threads made 100 samples a second.
std::optional<PipelineStages> seen(const std::vector<contract::StageSum>& stages) {
  return look_at_stages(stages, 2, 100);
}

std::string limiting(const std::optional<PipelineStages>& found) {
  if (!found) return "nothing";
  if (found->consumer_limits) return "consumer";
  std::string out;
  for (const auto& stage : found->stages)
    if (stage.limiting) out += stage.name;
  return out;
}

TEST(PipelineStages, WhereThreadsDoAllTheBusiestLimits) {
  const auto found = seen({busy("read", 2), busy("decode", 14), busy("transform", 4)});
  EXPECT_EQ(limiting(found), "decode");
  EXPECT_EQ(found->why, "decode keeps all 2 threads busy 70 % of the time: 14.00 ms a sample");
  EXPECT_DOUBLE_EQ(found->stages[1].busy_ms, 14);
  EXPECT_DOUBLE_EQ(found->stages[1].share, 0.7);
  EXPECT_EQ(limiting(seen({busy("read", 8), busy("decode", 7), busy("transform", 4)})), "read");
  EXPECT_EQ(limiting(seen({busy("read", 1), busy("decode", 7), busy("transform", 11)})), "transform");
}

TEST(PipelineStages, WhoReadsApartLimitsOnlyWhereOthersWaitForIt) {
  // Sixteen readers wait for a slow disk: much time, but nobody waits for them.
  auto read = busy("read", 100);
  auto decode = busy("decode", 14);
  decode.queue_fill = 0.9;
  decode.wait_seconds = 0.2;
  EXPECT_EQ(limiting(seen({read, decode, busy("transform", 5)})), "decode");
  decode.busy_seconds = 4;
  decode.wait_seconds = 10;
  decode.queue_fill = 0.02;
  const auto found = seen({read, decode, busy("transform", 5)});
  EXPECT_EQ(limiting(found), "read");
  EXPECT_EQ(found->why, "read keeps all 2 threads waiting 53 % of the time");  // 10 of 19 s
  EXPECT_NEAR(found->stages[1].busy_ms, 4.0 / 950 * 1000, 1e-9);
}

TEST(PipelineStages, AConsumerThatIsSlowerIsSaid) {
  auto transform = busy("transform", 4);
  transform.wait_out_seconds = 9;
  EXPECT_EQ(limiting(seen({busy("decode", 7), transform})), "consumer");
  transform.wait_out_seconds = 1;
  EXPECT_EQ(limiting(seen({busy("decode", 14), transform})), "decode");
}

TEST(PipelineStages, NothingIsSaidOfNothing) {
  EXPECT_FALSE(seen({}));
  EXPECT_FALSE(look_at_stages(std::vector{busy("decode", 0)}, 2, 10));
  EXPECT_FALSE(look_at_stages(std::vector{busy("decode", 1)}, 2, 0));
}

TEST(StagePrediction, StagesThatShareThreadsAddTheirTimes) {
  contract::StageTrial trial;
  trial.threads = 2;
  trial.turns = {{1000.0, {}, 500, 250, 143}, {2000.0, {}, 1000, 500, 286}};
  const auto found = predict_from_stages(trial);
  EXPECT_NEAR(found.ratio.ratio, 143 * 0.007, 1e-3);
  EXPECT_NEAR(found.measured, (143 + 286) / 2.0, 1e-9);
  ASSERT_EQ(found.alone.size(), 3U);
  EXPECT_NEAR(found.alone[0].second, 1500, 1e-9);
  trial.turns[0].read.reset();
  trial.turns[1].read.reset();
  EXPECT_NEAR(predict_from_stages(trial).ratio.ratio, 143 * 0.006, 1e-3);
  EXPECT_EQ(predict_from_stages(trial).alone.size(), 2U);
}

TEST(StagePrediction, ReadersOfTheirOwnWorkBeside) {
  contract::StageTrial trial;
  trial.threads = 2;
  trial.cpus = 2;
  trial.readers = 4;
  trial.turns = {{1000.0, 0.0, 500, 250, 150}, {100.0, 0.0, 500, 250, 90}};
  const auto found = predict_from_stages(trial);
  EXPECT_NEAR(found.predicted, (500.0 / 3 + 100) / 2, 1e-9);
  EXPECT_NEAR(found.ratio.ratio, 0.9, 1e-9);
}

TEST(StagePrediction, AFewDisturbedTurnsChangeNothing) {
  contract::StageTrial trial;
  trial.turns.assign(20, {{}, {}, 500, 500, 245});
  trial.turns.insert(trial.turns.end(), 5, {{}, {}, 50, 50, 245});
  const auto found = predict_from_stages(trial);
  EXPECT_NEAR(found.ratio.ratio, 0.98, 1e-9);
  ASSERT_TRUE(found.ratio.interval);
  EXPECT_NEAR(found.ratio.interval->high, 0.98, 1e-9);
}

TEST(StagePrediction, ReadersTakeTheirShareOfTheCpus) {
  contract::StageTrial trial;
  trial.cpus = 2;
  trial.threads = 2;
  trial.readers = 2;
  // Two threads make 1,000 a second of samples that are read: 2 ms of CPU each, and 0.5 ms for reading.
  trial.turns = {{4000.0, 0.0005, 2000, 2000, 800}};
  EXPECT_NEAR(predict_from_stages(trial).predicted, 800, 1e-9);
  trial.cpus = 4;
  EXPECT_NEAR(predict_from_stages(trial).predicted, 1000, 1e-9);
  // However many threads: two CPUs were all that each stage had when it ran alone.
  trial.cpus = 2;
  trial.threads = 8;
  EXPECT_NEAR(predict_from_stages(trial).predicted, 800, 1e-9);
}

}  // namespace
}  // namespace feedrate::control
