// Names that other tools give to what they measure, as names that a person can type: "BM_Sort<int>/1024" is
// "BM_Sort-int-1024". Pure.
#pragma once

#include <map>
#include <set>
#include <string>

#include "feedrate/base/error.h"

namespace feedrate::control {

// Letters, digits, - _ . only; what is none of these becomes one -. Empty where nothing is left.
std::string plain_name(const std::string& text);

// From each name to its plain one. No two get the same: that would make one subject of two.
Expected<std::map<std::string, std::string>> plain_names(const std::set<std::string>& names);

}  // namespace feedrate::control
