// Each stage of the native pipeline by itself, what they predict together, and which one limits it.
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/progress_screen.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/app/cli/stages_page.h"
#include "feedrate/app/cli/terminal.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/contract/capability/fields.h"
#include "feedrate/host/capture.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

constexpr const char* kSubject = "native";
constexpr int kTurns = 25;
constexpr double kPatience = 1800;  // many large batches on their way take minutes to go round

// The experiment's cases of the native subject.
Expected<std::vector<control::PlannedCase>> native_cases(control::PlanInputs inputs) {
  auto& subjects = inputs.config.subjects;
  std::size_t at = 0;
  while (at < subjects.size() && subjects[at].name != kSubject) ++at;
  if (at == subjects.size())
    return input_error(
        format("{} has no subject native, and of others the stages cannot be taken apart", inputs.config.experiment));
  if (inputs.config.scope != contract::Scope::kLoader)
    return input_error(format("stages takes an experiment of the loader scope; {} is {}", inputs.config.experiment,
                              name_of(inputs.config.scope)));
  if (control::data_of(inputs.config).cache == contract::Cache::kCold)
    return input_error("stages reads the same files over and over, from the page cache; it cannot do cache: cold");
  subjects = {subjects[at]};
  inputs.subjects = {inputs.subjects[at]};
  const control::Plan plan(std::move(inputs));
  std::vector<control::PlannedCase> out;
  std::string why;
  plan.for_each_comparison([&](const control::Comparison& comparison) {
    out.insert(out.end(), comparison.cases.begin(), comparison.cases.end());
    if (!comparison.excluded.empty()) why = comparison.excluded.front().reason;
    return true;
  });
  if (out.empty()) return input_error(format("native cannot do any case of it: {}", why));
  return out;
}

// Of this process, removed with it.
class OrderFile {
 public:
  OrderFile() : folder_((std::filesystem::temp_directory_path() / "feedrate-stages-XXXXXX").string()) {
    if (mkdtemp(folder_.data()) == nullptr) folder_.clear();
  }
  ~OrderFile() {
    if (!folder_.empty()) static_cast<void>(host::remove_tree(folder_));
  }
  OrderFile(const OrderFile&) = delete;
  OrderFile& operator=(const OrderFile&) = delete;

  [[nodiscard]] std::string path() const { return folder_ + "/order.json"; }
  Status write(const contract::SubjectOrder& order) const {
    return host::write_file(path(), canonical_json(contract::write_order(order)) + "\n");
  }

 private:
  std::string folder_;
};

Expected<contract::StageTrial> try_stages(const control::PlannedCase& planned, const std::string& trace,
                                          const Installation& installation) {
  const OrderFile file;
  FEEDRATE_TRY_STATUS(file.write({kSubject, 1, {{planned.id, planned.id, planned.what}}}));
  std::vector<std::string> words = {installation.native, "stages",  "--order",
                                    file.path(),         "--turns", std::to_string(kTurns)};
  if (!trace.empty()) words.insert(words.end(), {"--trace", trace});
  FEEDRATE_TRY(said, host::capture({words, {}}, kPatience));
  while (said.output.ends_with('\n')) said.output.pop_back();
  if (said.ending.code != 0 || said.ending.signal != 0) {
    const std::string opening = "feedrate-native: ";
    if (said.output.starts_with(opening)) said.output.erase(0, opening.size());
    if (said.output.empty()) said.output = "feedrate-native failed without a word";
    constexpr int kWrongInput = 2;
    return Unexpected(Error{said.ending.code == kWrongInput ? Fault::kInput : Fault::kFailed, said.output, {}});
  }
  FEEDRATE_TRY(value, parse_json(said.output, "feedrate-native"));
  return contract::read_stage_trial(value, "feedrate-native");
}

Expected<int> stages(const Arguments& arguments) {
  watch_signals();
  FEEDRATE_TRY(installation, find_installation());
  FEEDRATE_TRY(experiment, load_experiment(arguments, installation, Ask::kProbe));
  FEEDRATE_TRY(cases, native_cases(std::move(experiment.inputs)));
  const std::string trace = arguments.find("--trace").value_or("");
  if (!trace.empty() && cases.size() > 1)
    return input_error(format("--trace is of one case and there are {}: give one value for each axis", cases.size()));
  Value all = Value::list({});
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (was_interrupted()) return Unexpected(Error{Fault::kInterrupted, "interrupted", {}});
    std::optional<contract::StageTrial> trial;
    {
      ProgressScreen screen;
      screen.show(control::describe_case(cases[i].what), format("case {} of {}", i + 1, cases.size()));
      FEEDRATE_TRY(found, try_stages(cases[i], trace, installation));
      trial = std::move(found);
    }
    const StagesPage page{cases[i].what, std::move(*trial)};
    if (arguments.has("--json"))
      all.items().push_back(stages_json(page));
    else
      std::printf("%s%s", i > 0 ? "\n" : "", render_stages_terminal(page, screen_of(1)).c_str());
  }
  if (arguments.has("--json")) {
    Value out = Value::map({});
    out.set("cases", std::move(all));
    std::printf("%s\n", pretty_json(out).c_str());
  } else if (!trace.empty()) {
    std::printf("\nthe trace is in %s: open it in Perfetto or chrome://tracing\n", trace.c_str());
  }
  return kOk;
}

}  // namespace

Verb stages_verb() {
  auto options = experiment_options();
  options.push_back({"--trace", "FILE", "the stages of samples, up to 200,000, as a Chrome trace"});
  options.push_back({"--json", "", "for programs"});
  return {{"stages",
           "decide",
           "the native pipeline taken apart: each stage alone, all together, and which one limits",
           "feedrate stages first",
           {{"EXP", "an experiment's YAML file, or the name of a shipped example"}},
           options},
          stages};
}

}  // namespace feedrate::app
