#include "feedrate/control/plan/predict.h"

#include <gtest/gtest.h>

#include "feedrate/control/plan/example_inputs.h"

namespace feedrate::control {
namespace {

using example::comparisons;
using example::plan_inputs;

TEST(Predict, GuessesThenKnows) {
  auto in = plan_inputs();
  in.config.axes.workers = {2};
  in.config.measure.interleave = InterleaveChoice::kAlternate;
  in.config.measure.blocks = 2;
  in.config.measure.window.count = 100;
  in.subjects.pop_back();
  in.config.subjects.pop_back();
  const Plan plan(in);
  // 4 x 5 batches drained and 100 measured, of 64; 400 samples/s and 4 s to the first batch are the guesses.
  EXPECT_DOUBLE_EQ(predict_seconds(plan, {}), 2 * (4 + 120 * 64 / 400.0));
  const History history = {{comparisons(plan)[0].cases[0].id, {3200, 1}}};
  EXPECT_DOUBLE_EQ(predict_seconds(plan, history), 2 * (1 + 120 * 64 / 3200.0));
}

TEST(Predict, SlicesAddTheirRunningTimeAndABurnIn) {
  auto in = plan_inputs();
  in.config.axes.workers = {2};
  in.config.measure.blocks = 2;
  const double sliced = predict_seconds(Plan(in), {});
  in.config.measure.interleave = InterleaveChoice::kAlternate;
  const double alternating = predict_seconds(Plan(in), {});
  // Two arms of 6 s in each of two blocks; the burn-in is one block more with twice the running time.
  EXPECT_DOUBLE_EQ(sliced, alternating + 2 * 2 * 6.0 + alternating / 2 + 2 * 2 * 6.0);
}

TEST(Predict, AboutInWords) {
  EXPECT_EQ(about(0.2), "1 s");
  EXPECT_EQ(about(40.4), "40 s");
  EXPECT_EQ(about(100), "2 min");
  EXPECT_EQ(about(240), "4 min");
  EXPECT_EQ(about(9000), "2.5 h");
}

}  // namespace
}  // namespace feedrate::control
