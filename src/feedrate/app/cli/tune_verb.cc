#include <algorithm>
#include <cstdio>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/run_screen.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/terminal.h"
#include "feedrate/app/cli/tune_page.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/suggest.h"
#include "feedrate/base/units.h"
#include "feedrate/contract/capability/fields.h"
#include "feedrate/control/run/local.h"
#include "feedrate/host/machine.h"

namespace feedrate::app {
namespace {

// Of the machine's memory, when nobody says how much: the rest is for the page cache and everybody else.
constexpr double kMemoryShare = 0.8;
// Of a search, before anything ran: about what two arms and a start of each take.
constexpr double kSecondsABlock = 40;

Expected<control::TuneBudget> tune_budget_of(const Arguments& arguments) {
  control::TuneBudget out;
  const auto target = arguments.find("--target");
  if (target.has_value() == arguments.has("--max"))
    return input_error(
        "tune needs to know what for: --target RATE for the smallest configuration that gives it, or --max");
  if (target) {
    const auto rate = TextForm<PerSecond>::parse(*target);
    if (!rate || rate->rate <= 0)
      return input_error(format("--target {}: expected {}", *target, TextForm<PerSecond>::expected));
    out.target = rate->rate;
  }
  out.memory_bytes = static_cast<std::int64_t>(kMemoryShare * static_cast<double>(host::this_machine().memory_bytes));
  if (const auto text = arguments.find("--ram")) {
    const auto bytes = TextForm<ByteCount>::parse(*text);
    if (!bytes) return input_error(format("--ram {}: expected {}", *text, TextForm<ByteCount>::expected));
    out.memory_bytes = bytes->bytes;
  }
  return out;
}

// The experiment with one subject only.
Status keep_subject(control::PlanInputs& inputs, const std::optional<std::string>& wanted) {
  auto& subjects = inputs.config.subjects;
  std::vector<std::string> names;
  for (const auto& subject : subjects) names.push_back(subject.name);
  if (!wanted && subjects.size() > 1)
    return input_error(format("{} has {} subjects; say which one: --subject {}", inputs.config.experiment,
                              subjects.size(), either(names)));
  const auto found = wanted ? std::find(names.begin(), names.end(), *wanted) : names.begin();
  if (found == names.end()) return input_error(format("--subject {}: expected {}", *wanted, either(names)));
  const auto index = found - names.begin();
  subjects = {subjects[static_cast<std::size_t>(index)]};
  inputs.subjects = {inputs.subjects[static_cast<std::size_t>(index)]};
  return {};
}

Expected<int> tune(const Arguments& arguments) {
  watch_signals();
  FEEDRATE_TRY(budget, tune_budget_of(arguments));
  FEEDRATE_TRY(installation, find_installation());
  std::fprintf(stderr, "looking at data and subjects\n");
  FEEDRATE_TRY(experiment, load_experiment(arguments, installation, Ask::kProbe));
  auto& inputs = experiment.inputs;
  FEEDRATE_TRY_STATUS(keep_subject(inputs, arguments.find("--subject")));
  const std::string subject = inputs.config.subjects.front().name;
  if (inputs.config.scope != contract::Scope::kLoader)
    return input_error(format("tune takes an experiment of the loader scope; {} is {}", inputs.config.experiment,
                              name_of(inputs.config.scope)));
  if (inputs.config.axes.device.size() > 1)
    return input_error("tune takes one device; leave the others out of axes.device");
  if (!arguments.find("--output")) experiment.output += "-tune";
  control::widen_axes(inputs.config.axes, host::this_machine().cpus_effective,
                      inputs.subjects.front().capability.least_workers);
  const control::Plan plan(std::move(experiment.inputs));
  auto cases = control::tune_cases(plan);
  cases.space.is_tried_whole = arguments.has("--all");
  if (cases.forbidden.size() == cases.cases.size())
    return failure(format("no configuration can be measured: {}", cases.forbidden.front().reason));

  FEEDRATE_TRY(store, control::Store::create(experiment.output));
  FEEDRATE_TRY(lock, take_over(store));
  FEEDRATE_TRY_STATUS(save_plan(store, plan));
  control::LocalRunner runner(installation.program);
  std::optional<control::TuneResult> result;
  {
    RunScreen screen(kSecondsABlock * 20);
    const auto hooks = screen.hooks();
    FEEDRATE_TRY(found, control::run_tune(plan, cases, budget, store, runner, hooks));
    result.emplace(std::move(found));
  }
  static_cast<void>(lock);
  if (!result->winner) {
    const std::string why = result->failed.empty() ? "" : "; the first: " + result->failed.begin()->second;
    return failure(format("none of the {} configurations that were tried gave a rate{}", result->search.trials(), why));
  }
  const TunePage page{subject, &cases, &*result, budget};
  const std::string text = arguments.has("--json") ? render_tune_json(page) : render_tune_terminal(page, screen_of(1));
  std::fputs(text.c_str(), stdout);
  switch (target_state(page).value_or(TargetState::kReached)) {
    case TargetState::kReached:
      return kOk;
    case TargetState::kNotReached:
      return kRegressed;
    case TargetState::kUnclear:
      return kCannotTell;
  }
  return kOk;
}

}  // namespace

Verb tune_verb() {
  auto options = experiment_options();
  options.push_back({"--target", "RATE", "the smallest configuration that gives it, such as \"1200 /s\""});
  options.push_back({"--max", "", "the fastest; of those that tie, the smallest"});
  options.push_back({"--all", "", "try every configuration, however long it takes"});
  options.push_back({"--subject", "NAME", "which of the experiment's subjects"});
  options.push_back({"--ram", "BYTES", "memory it may take, such as \"24 GiB\" (80 % of the machine's unless given)"});
  options.push_back({"--json", "", "for programs"});
  return {{"tune",
           "decide",
           "the smallest configuration that is enough, by measuring few of them",
           "feedrate tune first --subject native --max",
           {{"EXP", "an experiment's YAML file, or the name of a shipped example"}},
           options},
          tune};
}

}  // namespace feedrate::app
