// YAML as people write it: base's strict reader, with messages that say what to do about the mistakes people make.
#pragma once

#include <string>
#include <string_view>

#include "feedrate/base/error.h"
#include "feedrate/base/value.h"

namespace feedrate::control {

// An empty file is a null placed in its first line.
Expected<Value> parse_written(std::string_view text, const std::string& file);

}  // namespace feedrate::control
