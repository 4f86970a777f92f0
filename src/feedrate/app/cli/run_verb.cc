#include <cstdio>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/measuring.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/control/plan/predict.h"

namespace feedrate::app {
namespace {

// Longer than this is said before it starts.
constexpr double kLong = 120;

// A plan that grows is done when nothing more is needed: its cells are those that are there.
Status count_what_was_needed(control::Store& store) {
  FEEDRATE_TRY(stored, load_plan(store));
  FEEDRATE_TRY(counts, store.counts(stored.id));
  stored.cells = counts.done() + counts.broken();
  return save_plan(store, stored);
}

Expected<int> conclude(control::Store& store, const std::string& output) {
  FEEDRATE_TRY(stored, load_plan(store));
  FEEDRATE_TRY(counts, store.counts(stored.id));
  const std::int64_t measured = counts.measured + counts.slow;
  const std::string name =
      output.starts_with("runs/") && output.find('/', 5) == std::string::npos ? output.substr(5) : output;
  std::string line = format("{} of {} cells measured, {} failed or hung", measured, stored.cells, counts.broken());
  if (counts.unsupported > 0) line += format(", {} unsupported; why: feedrate report {}", counts.unsupported, name);
  std::fprintf(stderr, "%s\n", line.c_str());
  std::printf("results in %s\n  see them: feedrate report %s\n", output.c_str(), name.c_str());
  if (measured == 0) return failure(format("nothing was measured; why: feedrate report {}", name));
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
  if (predicted == 0) return failure("nothing of what --only names can be measured, for the reasons above");
  if (predicted > kLong)
    std::fprintf(stderr, "this takes %sabout %s; Ctrl-C keeps what is finished, the same command continues\n",
                 plan.inputs().config.measure.grow ? "at most " : "", control::about(predicted).c_str());

  FEEDRATE_TRY(run, measure_into(experiment.output, plan, installation));
  if (run.result.blocks_run == 0) std::fprintf(stderr, "everything was already finished\n");
  if (run.result.blocks_unneeded > 0) {
    std::fprintf(stderr, "%lld blocks were not needed: ranks are settled without them, or there is nobody to rank\n",
                 static_cast<long long>(run.result.blocks_unneeded));
    if (plan.inputs().only.empty()) FEEDRATE_TRY_STATUS(count_what_was_needed(run.store));
  }
  return conclude(run.store, experiment.output);
}

}  // namespace

Verb run_verb() {
  VerbSpec spec{"run",
                "measure",
                "measures; run again = continue",
                "feedrate run first",
                {{"EXP", "an experiment's YAML file, or the name of a shipped example"}},
                experiment_options()};
  spec.options.push_back(
      {"--only", "NAME,...", "operations to measure now; the others stay as they are, and in the report"});
  return {spec, run_experiment};
}

}  // namespace feedrate::app
