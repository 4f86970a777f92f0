#include "feedrate/app/cli/measuring.h"

#include "feedrate/app/cli/run_screen.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/control/plan/predict.h"
#include "feedrate/control/run/local.h"

namespace feedrate::app {

Expected<control::RunResult> measure_plan(const control::Plan& plan, control::Store& store,
                                          const Installation& installation, const MeasuringOptions& options) {
  FEEDRATE_TRY_STATUS(save_plan(store, plan));
  control::LocalRunner runner(installation.program);
  RunScreen screen(control::predict_seconds(plan, {}));
  auto hooks = screen.hooks();
  if (!options.notes) hooks.note = [](const std::string&) {};
  if (!options.repeat_disturbed) hooks.quiet = [] { return false; };
  return control::run_plan(plan, store, runner, hooks);
}

Expected<MeasuredRun> measure_into(const std::string& folder, const control::Plan& plan,
                                   const Installation& installation, const MeasuringOptions& options) {
  FEEDRATE_TRY(store, control::Store::create(folder));
  FEEDRATE_TRY(lock, take_over(store));
  FEEDRATE_TRY(result, measure_plan(plan, store, installation, options));
  static_cast<void>(lock);
  return MeasuredRun{std::move(store), result};
}

}  // namespace feedrate::app
