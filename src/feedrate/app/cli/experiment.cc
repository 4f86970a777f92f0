#include "feedrate/app/cli/experiment.h"

#include <algorithm>
#include <filesystem>

#include "feedrate/app/cli/data_facts.h"
#include "feedrate/app/cli/subject_facts.h"
#include "feedrate/base/suggest.h"
#include "feedrate/control/config/load.h"
#include "feedrate/host/bounds.h"
#include "feedrate/host/files.h"
#include "feedrate/host/gpu.h"

namespace feedrate::app {
namespace {

namespace fs = std::filesystem;

struct Found {
  std::string file;
  fs::path base;  // what relative paths in it are relative to
};

std::vector<std::string> yaml_names(const std::string& folder) {
  std::vector<std::string> out;
  auto names = host::list_folder(folder);
  if (!names) return out;
  for (const auto& name : *names)
    if (name.ends_with(".yaml")) out.push_back(name.substr(0, name.size() - 5));
  return out;
}

// A path, or the name of a shipped example, whose paths are relative to where the person stands.
Expected<Found> find_experiment(const std::string& word, const Installation& installation) {
  const bool is_path = word.find('/') != std::string::npos || word.ends_with(".yaml") || word.ends_with(".yml");
  if (is_path && host::exists(word)) return Found{word, fs::absolute(word).parent_path()};
  const std::string shipped = installation.configs + "/" + word + ".yaml";  // those for papers are in a folder there
  if (host::exists(shipped)) return Found{shipped, fs::current_path()};
  auto names = yaml_names(installation.configs);
  for (const auto& name : yaml_names(installation.configs + "/paper")) names.push_back("paper/" + name);
  const auto guess = nearest(word, names);
  if (is_path)
    return input_error(format("there is no experiment file {}{}", word,
                              guess.empty() ? "" : format("; did you mean the shipped example {}?", guess)));
  std::string message = format("there is no experiment {}; expected a path to a YAML file, or a shipped example: {}",
                               word, either(names));
  if (!guess.empty()) message += format("; did you mean {}?", guess);
  if (host::exists(word + ".yaml"))
    message += format("\n  there is a file {}.yaml here: feedrate plan ./{}.yaml", word, word);
  return input_error(message);
}

Expected<std::vector<control::Override>> overrides_of(const Arguments& arguments) {
  std::vector<control::Override> out;
  for (const auto& flag : control::short_flags())
    if (const auto text = arguments.find(flag.flag)) {
      FEEDRATE_TRY(override, control::flag_override(flag.flag, *text));
      out.push_back(override);
    }
  for (const auto& text : arguments.all("--set")) {
    FEEDRATE_TRY(override, control::set_override(text));
    out.push_back(override);
  }
  return out;
}

std::string absolute(const std::string& path, const fs::path& base) {
  const fs::path p(path);
  return (p.is_absolute() ? p : base / p).lexically_normal().string();
}

// The operations that are to be measured now.
Expected<std::vector<std::string>> only_of(const Arguments& arguments, const control::Config& config) {
  const auto text = arguments.find("--only");
  if (!text) return std::vector<std::string>();
  if (config.scope != contract::Scope::kTransform)
    return input_error("--only names operations, and only the transform scope measures one by one");
  std::vector<std::string> names;
  for (const auto& operation : config.recipe->operations) names.emplace_back(contract::name_of_operation(operation));
  const auto out = comma_separated(*text);
  for (const auto& word : out)
    if (std::find(names.begin(), names.end(), word) == names.end())
      return input_error(format("--only {}: \"{}\" is no operation of {}; expected {}", *text, word,
                                config.recipe->name, one_of(names, word)));
  if (out.empty()) return input_error("--only: expected names of operations, such as resize,horizontal_flip");
  return out;
}

}  // namespace

control::FindRecipe recipe_finder(const std::string& folder, const Installation& installation) {
  return [folder, installation](const std::string& name) -> Expected<control::NamedText> {
    for (const auto& place : {folder, folder + "/recipes", installation.recipes}) {
      const std::string path = format("{}/{}.yaml", place, name);
      if (name.find('/') == std::string::npos && host::exists(path)) {
        FEEDRATE_TRY(text, host::read_file(path));
        return control::NamedText{path, text};
      }
    }
    return control::unknown_recipe(name, yaml_names(installation.recipes));
  };
}

std::vector<Option> experiment_options() {
  std::vector<Option> out;
  for (const auto& flag : control::short_flags()) out.push_back({flag.flag, flag.value, flag.doc});
  out.push_back({"--set", "KEY=VALUE", "any other key of the experiment, such as measure.running=\"10 s\"", true});
  out.push_back({"--output", "DIR", "the run's folder (./runs/EXPERIMENT unless given)"});
  return out;
}

Expected<Experiment> load_experiment(const Arguments& arguments, const Installation& installation, Ask ask) {
  FEEDRATE_TRY(found, find_experiment(arguments.get("EXP"), installation));
  FEEDRATE_TRY(text, host::read_file(found.file));
  FEEDRATE_TRY(overrides, overrides_of(arguments));
  FEEDRATE_TRY(config,
               control::load_config(text, found.file, overrides,
                                    recipe_finder(fs::absolute(found.file).parent_path().string(), installation)));
  if (config.data.uri.find("://") != std::string::npos)
    return input_error(format("data.uri {}: this version reads folders and archives only", config.data.uri));
  config.data.uri = absolute(config.data.uri, found.base);
  for (auto& [name, environment] : config.environments)
    if (environment.python.find('/') != std::string::npos)
      environment.python = absolute(environment.python, found.base);
  Experiment out;
  out.output = arguments.find("--output").value_or("runs/" + config.experiment);
  out.base = fs::absolute(found.base).string();
  FEEDRATE_TRY(data, look_at_data(config, installation));
  out.inputs.data = data;
  const auto bounds = host::bounds_here();
  out.inputs.machine.open_files = bounds.files.soft;
  if (bounds.shm) out.inputs.machine.shm_free = bounds.shm->free;
  if (const auto& devices = config.axes.device;
      std::find(devices.begin(), devices.end(), contract::Device::kCuda) != devices.end())
    if (const auto seen = host::gpus_here(); seen.gpus.empty()) out.inputs.machine.no_gpu = seen.reason;
  for (const auto& subject : config.subjects) {
    FEEDRATE_TRY(facts, look_at_subject(subject, config, installation, found.base.string(), ask));
    out.inputs.subjects.push_back(facts);
  }
  FEEDRATE_TRY(only, only_of(arguments, config));
  out.inputs.only = only;
  out.inputs.config = std::move(config);
  return out;
}

Expected<std::string> find_run(const std::string& run) {
  for (const auto& path : {run, "runs/" + run})
    if (host::exists(path + "/plans")) return path;
  std::vector<std::string> known;
  if (auto names = host::list_folder("runs")) {
    for (const auto& name : *names)
      if (host::exists("runs/" + name + "/plans")) known.push_back(name);
  }
  std::string message = format("there is no run {}", run);
  message += known.empty() ? "; there are no runs in ./runs. Make one: feedrate run EXP"
                           : format("; runs here: {}", either(known));
  return input_error(message);
}

}  // namespace feedrate::app
