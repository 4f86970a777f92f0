// The steps of load_config between parsing the text and trusting the result. Each looks at the tree, where positions
// are, and adds what it finds to the problems; a section that does not even read is left to the reader's message.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/problems.h"
#include "feedrate/base/read.h"
#include "feedrate/control/config/fields.h"
#include "feedrate/control/config/load.h"

namespace feedrate::control {

// A section as its type, if it is there and reads without a problem.
template <class T>
std::optional<T> sound(const Value* section, const Rule& rule = {}) {
  if (section == nullptr) return {};
  Problems scratch("");
  T out{};
  read_value(*section, "", rule, scratch, out);
  if (!scratch.empty()) return {};
  return out;
}

// Says what to type where a list or a whole section is missing, and repairs the tree so that it is said once.
void explain_shape(Value& tree, Problems& problems);

// Replaces the recipe's name by the recipe. Problems inside a recipe file go to `elsewhere`, with that file's places.
void expand_recipe(Value& tree, const FindRecipe& find, Problems& problems, std::vector<std::string>& elsewhere);

void check_data(const Value& tree, Problems& problems);
// The recipe, which is in its place already, against the kind of data.
void check_media(const Value& tree, Problems& problems);
// The scopes that begin in memory.
void check_in_memory(const Value& tree, Problems& problems);
// What the transform scope has no use for.
void check_transform(const Value& tree, Problems& problems);
void check_axes(const Value& tree, Problems& problems);
void check_times(const Value& tree, Problems& problems);
void check_subjects(const Value& tree, Problems& problems);

// Gives every shipped Python subject the environment of its group.
void choose_environments(Config& config);

}  // namespace feedrate::control
