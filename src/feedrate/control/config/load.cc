#include "feedrate/control/config/load.h"

#include <algorithm>
#include <charconv>

#include "feedrate/base/suggest.h"
#include "feedrate/control/config/checks.h"
#include "feedrate/control/config/written.h"

namespace feedrate::control {
namespace {

// LINE and COLUMN of a message that opens with FILE:LINE:COLUMN, or zeros: flags come first.
std::pair<int, int> place_of(const std::string& message, const std::string& file) {
  std::pair<int, int> place;
  if (!message.starts_with(file + ':')) return place;
  const char* end = message.data() + message.size();
  const auto line = std::from_chars(message.data() + file.size() + 1, end, place.first);
  if (line.ptr != end) std::from_chars(line.ptr + 1, end, place.second);
  return place;
}

// A person goes through a file from its top, not in the order of our checks.
std::vector<std::string> in_file_order(std::vector<std::string> lines, const std::string& file) {
  std::stable_sort(lines.begin(), lines.end(),
                   [&](const std::string& a, const std::string& b) { return place_of(a, file) < place_of(b, file); });
  return lines;
}

}  // namespace

Expected<Config> load_config(std::string_view text, const std::string& file, std::span<const Override> overrides,
                             const FindRecipe& find_recipe) {
  FEEDRATE_TRY(tree, parse_written(text, file));
  Problems problems(file);
  std::vector<std::string> elsewhere;
  apply_overrides(overrides, tree, problems);
  explain_shape(tree, problems);
  expand_recipe(tree, find_recipe, problems, elsewhere);

  Config config;
  read_value(tree, "", Rule{}, problems, config);
  check_data(tree, problems);
  check_media(tree, problems);
  check_in_memory(tree, problems);
  check_transform(tree, problems);
  check_axes(tree, problems);
  check_times(tree, problems);
  check_subjects(tree, problems);
  if (!problems.empty() || !elsewhere.empty()) {
    std::string all;
    for (const auto& line : in_file_order(problems.lines(), file)) all += (all.empty() ? "" : "\n") + line;
    for (const auto& line : elsewhere) all += (all.empty() ? "" : "\n") + line;
    return input_error(all);
  }
  choose_environments(config);
  const bool transforms = config.scope == contract::Scope::kTransform;
  if (transforms || config.scope == contract::Scope::kDecode) config.data.source = contract::Source::kMemory;
  if (transforms) config.axes.workers = {0};
  return config;
}

Unexpected unknown_recipe(const std::string& name, std::span<const std::string> known) {
  std::string message = "there is no such recipe beside the experiment or among the shipped ones";
  if (auto guess = nearest(name, known); !guess.empty()) message += format("; did you mean {}?", guess);
  if (!known.empty()) message += format(" (recipes: {})", either(known));
  return input_error(message);
}

}  // namespace feedrate::control
