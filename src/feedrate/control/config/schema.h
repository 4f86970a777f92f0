// JSON Schemas of what people write: experiments and recipe files. From the field tables, plus the rules between keys
// that a schema can say; what it cannot is listed in tests/schema/beyond_schema.txt.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "feedrate/base/value.h"

namespace feedrate::control {

Value config_schema();
Value recipe_schema();

// By file name, as contract::schemas().
std::vector<std::pair<std::string, Value>> schemas();

}  // namespace feedrate::control
