// YAML -> Config. Pure: the text is handed in and recipes are asked for through a function, so that the same checks
// run on a file, on a stored resolved experiment and in a fuzzer. Every problem is reported, not only the first.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "feedrate/base/error.h"
#include "feedrate/control/config/config.h"
#include "feedrate/control/config/overrides.h"

namespace feedrate::control {

struct NamedText {
  std::string file;  // what messages call it
  std::string text;
};

// The recipe file of that name, or why there is none (see unknown_recipe).
using FindRecipe = std::function<Expected<NamedText>(const std::string& name)>;

Expected<Config> load_config(std::string_view text, const std::string& file, std::span<const Override> overrides,
                             const FindRecipe& find_recipe);

// A recipe file on its own.
Expected<contract::Recipe> load_recipe(std::string_view text, const std::string& file);

// What a FindRecipe answers when it knows these recipes and not that one.
Unexpected unknown_recipe(const std::string& name, std::span<const std::string> known);

}  // namespace feedrate::control
