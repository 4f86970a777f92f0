// The JSON Schemas of every persisted file, by file name, generated from the field tables.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "feedrate/base/value.h"

namespace feedrate::contract {

std::vector<std::pair<std::string, Value>> schemas();

}  // namespace feedrate::contract
