#include <cmath>
#include <cstdio>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/contract/capability/fields.h"
#include "feedrate/control/judge/table.h"
#include "feedrate/control/plan/predict.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

using control::Comparison;

// What earlier runs of the same experiment say about time and noise.
struct Past {
  control::History history;
  std::optional<double> sees;
};

Expected<Past> look_back(const std::string& output, const control::Plan& plan) {
  Past out;
  if (!host::exists(output + "/plan.json")) return out;
  FEEDRATE_TRY(store, control::Store::open(output));
  FEEDRATE_TRY(stored, load_plan(store));
  if (stored.id != plan.id()) return out;
  FEEDRATE_TRY(records, load_records(store, stored));
  for (const auto& record : records.finished)
    if (record.evidence.window)
      out.history[record.case_id] = {record.evidence.window->rate, record.evidence.process.first_batch_seconds};
  FEEDRATE_TRY(table, control::judge_table(records.finished, {}));
  for (const auto& group : table.groups)
    for (const auto& row : group.rows)
      if (row.ratio && row.ratio->sees) out.sees = std::max(out.sees.value_or(0), *row.ratio->sees);
  return out;
}

Value to_json(const control::Plan& plan, double seconds, const std::optional<double>& sees) {
  const auto counts = plan.count();
  Value out = Value::map();
  out.set("cases", Value::integer(counts.cases));
  out.set("blocks", Value::integer(counts.blocks));
  out.set("cells", Value::integer(counts.cells));
  out.set("seconds", Value::real(std::round(seconds)));
  out.set("sees", sees ? Value::real(*sees) : Value());
  Value excluded = Value::list();
  plan.for_each_comparison([&](const Comparison& comparison) {
    for (const auto& each : comparison.excluded) {
      Value row = Value::map();
      row.set("case", Value::text(control::describe_case(each.what)));
      row.set("reason", Value::text(each.reason));
      excluded.items().push_back(std::move(row));
    }
    return true;
  });
  out.set("excluded", std::move(excluded));
  return out;
}

const char* how_arms_share(const control::Plan& plan) {
  bool sliced = false;
  bool burns_in = false;
  plan.for_each_comparison([&](const Comparison& comparison) {
    sliced = sliced || plan.wants_slices(comparison);
    burns_in = burns_in || plan.wants_burn_in(comparison);
    return true;
  });
  if (!sliced) return "alternating";
  return burns_in ? "sliced, after a burn-in block for each comparison" : "sliced";
}

void print(const control::Plan& plan, const std::string& output, double seconds, const std::optional<double>& sees) {
  const auto& inputs = plan.inputs();
  const auto& config = inputs.config;
  const auto counts = plan.count();
  std::printf("%s · %s · %s · %lld samples in %s\n", config.experiment.c_str(), name_of(config.scope),
              config.recipe ? config.recipe->name.c_str() : "no recipe", static_cast<long long>(inputs.data.items),
              config.data.uri.c_str());
  std::printf("  %lld cases x %s%lld blocks = %lld cells, %s; about %s\n", static_cast<long long>(counts.cases),
              config.measure.grow ? "up to " : "", static_cast<long long>(counts.blocks),
              static_cast<long long>(counts.cells), how_arms_share(plan), control::about(seconds).c_str());
  plan.for_each_comparison([&](const Comparison& comparison) {
    for (const auto& each : comparison.cases)
      std::printf("  case      %s   (%.8s)\n", control::describe_case(each.what).c_str(), each.id.c_str());
    for (const auto& each : comparison.excluded)
      std::printf("  excluded  %s   %s\n", control::describe_case(each.what).c_str(), each.reason.c_str());
    return true;
  });
  std::printf("  results   %s/cells/XX/CELL.json, one a cell; %s/resolved_config.yaml\n", output.c_str(),
              output.c_str());
  if (sees)
    std::printf("  sees      changes of %.1f %% and more, by the noise measured so far\n", *sees * 100);
  else
    std::printf("  sees      n/a (nothing measured here yet)\n");
}

Expected<int> show_plan(const Arguments& arguments) {
  FEEDRATE_TRY(installation, find_installation());
  FEEDRATE_TRY(experiment, load_experiment(arguments, installation, Ask::kStatic));
  const control::Plan plan(std::move(experiment.inputs));
  if (arguments.has("--count")) {
    std::printf("%lld\n", static_cast<long long>(plan.count().cells));
    return kOk;
  }
  FEEDRATE_TRY(past, look_back(experiment.output, plan));
  const double seconds = control::predict_seconds(plan, past.history);
  if (arguments.has("--json"))
    std::printf("%s\n", pretty_json(to_json(plan, seconds, past.sees)).c_str());
  else
    print(plan, experiment.output, seconds, past.sees);
  return kOk;
}

}  // namespace

Verb plan_verb() {
  VerbSpec spec{"plan",
                "measure",
                "cases, exclusions with reasons, time; runs nothing",
                "feedrate plan first",
                {{"EXP", "an experiment's YAML file, or the name of a shipped example"}},
                experiment_options()};
  spec.options.push_back({"--count", "", "print the number of cells and nothing else"});
  spec.options.push_back({"--json", "", "for programs"});
  return {spec, show_plan};
}

}  // namespace feedrate::app
