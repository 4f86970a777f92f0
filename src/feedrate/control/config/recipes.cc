#include <algorithm>
#include <type_traits>

#include "feedrate/control/config/checks.h"
#include "feedrate/control/config/written.h"

namespace feedrate::control {
namespace {

using contract::Scope;

constexpr const char* kExpected = "a recipe's name, or a map with the keys name, operations and output";

void check_order(const std::array<double, 2>& range, const Value& value, const std::string& path, Problems& problems) {
  if (range[0] > range[1])
    problems.add(value.at(), format("{} runs from {} down to {}; write [{}, {}]", path, decimal(range[0]),
                                    decimal(range[1]), decimal(range[1]), decimal(range[0])));
}

bool wants_decode(std::optional<Scope> scope) {
  return scope == Scope::kDecode || scope == Scope::kLoader || scope == Scope::kStep;
}

// A size that is one number is of a window around a pixel.
bool has_even_window(const contract::Operation& operation) {
  return std::visit(
      [](const auto& each) {
        if constexpr (requires { requires std::is_same_v<decltype(each.size), int>; })
          return each.size % 2 == 0;
        else
          return false;
      },
      operation);
}

bool is_permutation(std::vector<int> order) {
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i)
    if (order[i] != static_cast<int>(i)) return false;
  return true;
}

// An entry says of which operation it is where each is done by itself, and is the only one elsewhere.
void check_accepted(const contract::Recipe& recipe, const Value& tree, const std::string& path,
                    std::optional<Scope> scope, Problems& problems) {
  if (!recipe.accepted || !scope) return;
  const auto& items = tree.find("accepted")->items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string here = format("{}[{}]", join_path(path, "accepted"), i);
    const auto& op = (*recipe.accepted)[i].op;
    const bool is_there = std::any_of(recipe.operations.begin(), recipe.operations.end(),
                                      [&](const auto& each) { return op == contract::name_of_operation(each); });
    if (*scope == Scope::kTransform && !is_there)
      problems.add(items[i].at(), op ? format("{}.op is {}, which is no operation of this recipe", here, *op)
                                     : format("{} says of no operation; write op: and its name", here));
    if (*scope != Scope::kTransform && (op || i > 0))
      problems.add(items[i].at(), here + " is of the whole recipe, which has one; leave out op and any other");
  }
}

// What the types do not say. `path` is the recipe's: empty in a file of its own.
void check_recipe(const contract::Recipe& recipe, const Value& tree, const std::string& path,
                  std::optional<Scope> scope, Problems& problems) {
  const auto& items = tree.find("operations")->items();
  bool normalized = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string here = format("{}[{}]", join_path(path, "operations"), i);
    const contract::Operation& operation = recipe.operations[i];
    const bool decodes = std::holds_alternative<contract::Decode>(operation);
    if (i == 0 && !decodes && wants_decode(scope))
      problems.add(items[i].at(), format("{} is {}; the {} scope starts from encoded bytes: write "
                                         "{{op: decode, format: jpeg}} before it",
                                         here, contract::name_of_operation(operation), name_of(*scope)));
    if (const auto* decode = std::get_if<contract::Decode>(&operation);
        decode != nullptr && decode->seek && decode->format != contract::SampleFormat::kVideo)
      problems.add(items[i].find("seek")->at(),
                   format("{}.seek is of videos, and the format is {}; remove it", here, name_of(decode->format)));
    if (i > 0 && !decodes && scope == Scope::kDecode)
      problems.add(items[i].at(), format("{} is {}; the decode scope only decodes: leave it out", here,
                                         contract::name_of_operation(operation)));
    if (decodes && scope == Scope::kTransform)
      problems.add(items[i].at(), here + " is decode; the transform scope starts from pixels: leave it out");
    else if (i > 0 && decodes)
      problems.add(items[i].at(), here + " is decode; it can only be the first operation");
    if (const auto* crop = std::get_if<contract::RandomResizedCrop>(&operation)) {
      check_order(crop->scale, *items[i].find("scale"), here + ".scale", problems);
      check_order(crop->ratio, *items[i].find("ratio"), here + ".ratio", problems);
    }
    if (has_even_window(operation))
      problems.unexpected(*items[i].find("size"), here + ".size", "an odd number of pixels");
    if (const auto* permute = std::get_if<contract::PermuteChannels>(&operation);
        permute != nullptr && !is_permutation(permute->order))
      problems.unexpected(*items[i].find("order"), here + ".order", "each channel once, counted from 0");
    normalized = normalized || std::holds_alternative<contract::Normalize>(operation);
  }
  check_accepted(recipe, tree, path, scope, problems);
  if (scope && *scope != Scope::kTransform && tree.find("output") == nullptr)
    problems.missing_key(tree, path, "output",
                         "what a finished batch looks like, such as {dtype: float32, layout: NCHW}");
  const bool is_pixels =
      recipe.output.dtype == contract::Dtype::kUint8 && recipe.output.layout == contract::Layout::kNhwc;
  if (scope == Scope::kDecode && tree.find("output") != nullptr && !is_pixels)
    problems.unexpected(*tree.find("output"), join_path(path, "output"),
                        "{dtype: uint8, layout: NHWC} in the decode scope");
  if (normalized && recipe.output.dtype == contract::Dtype::kUint8)
    problems.unexpected(*tree.find("output")->find("dtype"), join_path(path, "output.dtype"),
                        "float32, which is what normalize gives; or leave normalize out");
}

// A recipe file: its tree, or its problems, each with its place.
Expected<Value> read_file(const NamedText& found, std::optional<Scope> scope, const std::string* asked_for) {
  FEEDRATE_TRY(tree, parse_written(found.text, found.file));
  Problems problems(found.file);
  contract::Recipe recipe;
  read_value(tree, "", Rule{}, problems, recipe);
  if (problems.empty()) {
    check_recipe(recipe, tree, "", scope, problems);
    if (asked_for != nullptr && recipe.name != *asked_for)
      problems.unexpected(*tree.find("name"), "name",
                          format("\"{}\", as the file and the experiment call it", *asked_for));
  }
  FEEDRATE_TRY_STATUS(problems.status());
  return std::move(tree);
}

// The recipe that a name stands for; nothing if there was a problem.
std::optional<Value> look_up(const Value& name, std::optional<Scope> scope, const FindRecipe& find, Problems& problems,
                             std::vector<std::string>& elsewhere) {
  auto found = find(name.as_text());
  if (!found) {
    problems.add(name.at(), format("recipe is {}; {}", name.shown(), found.error().message));
    return {};
  }
  auto tree = read_file(*found, scope, &name.as_text());
  if (tree) return std::move(*tree);
  elsewhere.push_back(tree.error().message);
  return {};
}

}  // namespace

Expected<contract::Recipe> load_recipe(std::string_view text, const std::string& file) {
  FEEDRATE_TRY(tree, read_file({file, std::string(text)}, {}, nullptr));
  return read<contract::Recipe>(tree, file);
}

void expand_recipe(Value& tree, const FindRecipe& find, Problems& problems, std::vector<std::string>& elsewhere) {
  if (!tree.is(Value::Kind::kMap)) return;
  const auto scope = sound<Scope>(tree.find("scope"));
  Value* recipe = tree.find("recipe");
  if (recipe == nullptr) {
    if (scope && *scope != Scope::kStorage)
      problems.add(tree.at(), format("the key recipe is missing at the top level; the {} scope needs one, such as "
                                     "recipe: imagenet-train",
                                     name_of(*scope)));
    return;
  }
  std::optional<Value> expanded;
  if (scope == Scope::kStorage) {
    problems.add(recipe->at(), "recipe does not belong to the storage scope, which only reads bytes; remove the key");
  } else if (recipe->is(Value::Kind::kMap)) {
    if (auto inline_recipe = sound<contract::Recipe>(recipe))
      check_recipe(*inline_recipe, *recipe, "recipe", scope, problems);
    return;
  } else if (!recipe->is(Value::Kind::kText) || !text_obeys(recipe->as_text(), name_rule())) {
    problems.unexpected(*recipe, "recipe", kExpected);
  } else {
    expanded = look_up(*recipe, scope, find, problems, elsewhere);
  }
  if (expanded)
    *recipe = std::move(*expanded);
  else  // It was reported; the reader need not report it again.
    tree.members().erase(std::find_if(tree.members().begin(), tree.members().end(),
                                      [](const Value::Member& member) { return member.key == "recipe"; }));
}

}  // namespace feedrate::control
