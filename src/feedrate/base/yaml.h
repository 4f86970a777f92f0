// YAML in and out, as strict as a configuration should be: one document; no aliases, anchors, tags or merge keys; no
// duplicate keys; no octal-looking numbers; `yes`, `no`, `on`, `off` are errors, not booleans; depth at most 64.
#pragma once

#include <string>
#include <string_view>

#include "feedrate/base/error.h"
#include "feedrate/base/value.h"

namespace feedrate {

// `name` is what messages call the text, usually a file name.
Expected<Value> parse_yaml(std::string_view text, std::string_view name);

// Block style; reads back to the same tree with parse_yaml.
std::string write_yaml(const Value& value);

}  // namespace feedrate
