#include <algorithm>
#include <cstdio>
#include <optional>

#include "feedrate/app/cli/capabilities.h"
#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/terminal.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/base/write.h"
#include "feedrate/contract/capability/fields.h"
#include "feedrate/control/config/load.h"
#include "feedrate/control/report/layout.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

Expected<std::vector<contract::Recipe>> shipped_recipes(const Installation& installation) {
  FEEDRATE_TRY(names, host::list_folder(installation.recipes));
  std::sort(names.begin(), names.end());
  std::vector<contract::Recipe> out;
  for (const auto& name : names) {
    if (!name.ends_with(".yaml")) continue;
    const std::string file = installation.recipes + "/" + name;
    FEEDRATE_TRY(text, host::read_file(file));
    FEEDRATE_TRY(recipe, control::load_recipe(text, file));
    out.push_back(recipe);
  }
  return out;
}

// One that decodes is for loaders, or for decoding alone; one that does not, for transforms.
contract::Scope scope_of(const contract::Recipe& recipe) {
  const auto* decode = std::get_if<contract::Decode>(&recipe.operations.front());
  if (decode == nullptr) return contract::Scope::kTransform;
  const bool is_more = recipe.operations.size() > 1 || decode->format == contract::SampleFormat::kTokens;
  return is_more ? contract::Scope::kLoader : contract::Scope::kDecode;
}

// What decoding gives; operations alone are of any medium.
std::optional<contract::MediaKind> media_of(const contract::Recipe& recipe) {
  const auto* decode = std::get_if<contract::Decode>(&recipe.operations.front());
  if (decode == nullptr) return {};
  switch (decode->format) {
    case contract::SampleFormat::kJpeg:
    case contract::SampleFormat::kPng:
      return contract::MediaKind::kRgb;
    case contract::SampleFormat::kNpy:
      return contract::MediaKind::kMultichannel;
    case contract::SampleFormat::kVideo:
      return contract::MediaKind::kVideo;
    case contract::SampleFormat::kTokens:
      return contract::MediaKind::kTokens;
  }
  return {};
}

std::string all_of(const std::vector<contract::Recipe>& recipes) {
  std::vector<control::Column> columns = {{"recipe", {}}, {"scope", {}}, {"operations", {}}};
  for (const auto& recipe : recipes) {
    constexpr std::size_t kFew = 4;
    std::string operations;
    for (const auto& operation : recipe.operations)
      operations += (operations.empty() ? "" : ", ") + std::string(contract::name_of_operation(operation));
    if (recipe.operations.size() > kFew) operations = format("{} of them", recipe.operations.size());
    columns[0].cells.push_back(recipe.name);
    columns[1].cells.emplace_back(name_of(scope_of(recipe)));
    columns[2].cells.push_back(operations);
  }
  return control::aligned(columns, std::vector(recipes.size(), control::Style::kPlain), screen_of(1));
}

std::string parameters_of(const contract::Operation& operation) {
  std::string out;
  const Value written = write(operation);
  for (const auto& member : written.members())
    if (member.key != "op")
      out += format("{}{}: {}", out.empty() ? "" : ", ", member.key, canonical_json(member.value));
  return out;
}

// Operations with every parameter, and who has them.
std::string one_of(const contract::Recipe& recipe, const std::vector<contract::Capability>& subjects) {
  const auto scope = scope_of(recipe);
  std::string out = format("{} · {} · {} operation{}\n", recipe.name, name_of(scope), recipe.operations.size(),
                           recipe.operations.size() == 1 ? "" : "s");
  for (const auto& operation : recipe.operations) {
    const std::string name = contract::name_of_operation(operation);
    std::string who;
    for (const auto& subject : subjects)
      if (has_operation(subject, scope, media_of(recipe), name)) who += (who.empty() ? "" : ", ") + subject.subject;
    const std::string parameters = parameters_of(operation);
    out += format("  {}{}\n", name, parameters.empty() ? "" : "  " + parameters);
    out += control::wrapped(who.empty() ? "nobody" : who, screen_of(1).width, 4, 4, control::Style::kDim, screen_of(1));
  }
  return out;
}

Expected<int> print_recipes(const Arguments& arguments) {
  FEEDRATE_TRY(installation, find_installation());
  const auto name = arguments.find("NAME");
  if (!name) {
    FEEDRATE_TRY(recipes, shipped_recipes(installation));
    std::fputs(all_of(recipes).c_str(), stdout);
    return kOk;
  }
  FEEDRATE_TRY(found, recipe_finder(".", installation)(*name));
  FEEDRATE_TRY(recipe, control::load_recipe(found.text, found.file));
  FEEDRATE_TRY(subjects, shipped_capabilities(installation));
  std::fputs(one_of(recipe, subjects).c_str(), stdout);
  return kOk;
}

}  // namespace

Verb recipes_verb() {
  return {{"recipes",
           "more",
           "the recipes: what is done, with every parameter, and which subjects can",
           "feedrate recipes operations-rgb",
           {{"NAME", "one of them, or of a file here", false}},
           {}},
          print_recipes};
}

}  // namespace feedrate::app
