#include <cstdio>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/progress_screen.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/control/campaign/run_plan.h"
#include "feedrate/control/plan/predict.h"
#include "feedrate/control/run/local.h"
#include "feedrate/host/clock.h"

namespace feedrate::app {
namespace {

// Longer than this is said before it starts.
constexpr double kLong = 120;

// Draws a campaign's events.
class RunScreen {
 public:
  explicit RunScreen(double predicted) : predicted_(predicted), started_(host::monotonic_ns()) {}

  void show(const control::RunEvent& event) {
    const auto& agent = event.agent;
    const std::string block = event.burn_in ? "burn-in" : format("block {}", event.number);
    const std::string step = format("{} ({} of {} done) · {} · {}", block, event.blocks_done, event.blocks_total,
                                    agent.subject, agent.stage);
    std::string detail;
    const auto add = [&](const std::string& part) { detail += (detail.empty() ? "" : " · ") + part; };
    if (agent.of > 0 && agent.stage == "slices")
      add(format("{:.1f} of {:.0f} s", agent.done, agent.of));
    else if (agent.of > 1)
      add(format("{:.0f} of {:.0f} batches", agent.done, agent.of));
    if (agent.rate > 0) add(format("{:.0f} samples/s", agent.rate));
    add(control::about(left(event)) + " left");
    screen_.show(step, detail);
  }
  void say(const std::string& line) { screen_.say(line); }

 private:
  // By what blocks took so far; before the first is done, by the plan's prediction.
  [[nodiscard]] double left(const control::RunEvent& event) const {
    const double elapsed = static_cast<double>(host::monotonic_ns() - started_) * 1e-9;
    const auto to_do = static_cast<double>(event.blocks_total - event.blocks_done);
    if (event.blocks_run == 0)
      return std::max(1.0, predicted_ * to_do / static_cast<double>(event.blocks_total) - elapsed);
    const double each = elapsed / (static_cast<double>(event.blocks_run) + 0.5);
    return each * (to_do - 0.5);
  }

  ProgressScreen screen_;
  double predicted_;
  std::int64_t started_;
};

Expected<int> conclude(control::Store& store, const std::string& output) {
  FEEDRATE_TRY(stored, load_plan(store));
  FEEDRATE_TRY(progress, store.progress(stored.id, stored.cells));
  std::fprintf(stderr, "%lld of %lld cells measured, %lld failed or hung\n", static_cast<long long>(progress.done),
               static_cast<long long>(progress.total), static_cast<long long>(progress.failed));
  const std::string name =
      output.starts_with("runs/") && output.find('/', 5) == std::string::npos ? output.substr(5) : output;
  std::printf("results in %s\n  see them: feedrate report %s\n", output.c_str(), name.c_str());
  if (progress.done == 0) return failure(format("nothing was measured; why: feedrate report {}", name));
  return kOk;
}

Expected<int> run_experiment(const Arguments& arguments) {
  watch_signals();
  FEEDRATE_TRY(installation, find_installation());
  std::fprintf(stderr, "looking at data and subjects\n");
  FEEDRATE_TRY(experiment, load_experiment(arguments, installation, Ask::kProbe));
  const control::Plan plan(std::move(experiment.inputs));
  const auto counts = plan.count();
  plan.for_each_comparison([](const control::Comparison& comparison) {
    for (const auto& each : comparison.excluded)
      std::fprintf(stderr, "left out: %s: %s\n", control::describe_case(each.what).c_str(), each.reason.c_str());
    return true;
  });
  if (counts.cases == 0) return failure("nothing can be measured: every case is left out for the reasons above");
  const double predicted = control::predict_seconds(plan, {});
  if (predicted > kLong)
    std::fprintf(stderr, "this takes about %s; Ctrl-C keeps what is finished, the same command continues\n",
                 control::about(predicted).c_str());

  FEEDRATE_TRY(store, control::Store::create(experiment.output));
  FEEDRATE_TRY(lock, store.lock());
  FEEDRATE_TRY(recovered, store.recover());
  for (const auto& alive : recovered.alive)
    return failure(format("an agent (pid {}) still works in {}; wait for it or end it", alive.pid, alive.work));
  FEEDRATE_TRY_STATUS(save_plan(store, plan));

  control::LocalRunner runner(installation.program);
  {
    RunScreen screen(predicted);
    const control::RunHooks hooks{[&](const control::RunEvent& event) { screen.show(event); },
                                  [&](const std::string& line) { screen.say(line); }, was_interrupted};
    FEEDRATE_TRY(result, control::run_plan(plan, store, runner, hooks));
    if (result.blocks_run == 0) screen.say("everything was already finished");
  }
  static_cast<void>(lock);
  return conclude(store, experiment.output);
}

}  // namespace

Verb run_verb() {
  return {{"run",
           "measure",
           "measures; run again = continue",
           "feedrate run first",
           {{"EXP", "an experiment's YAML file, or the name of a shipped example"}},
           experiment_options()},
          run_experiment};
}

}  // namespace feedrate::app
