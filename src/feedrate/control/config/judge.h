// Reads one document of any kind that feedrate knows and says whether it is right. Used by the golden tests and by the
// hidden verb that lets another program's verdict (jsonschema) be held against ours.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "feedrate/control/config/load.h"

namespace feedrate::control {

struct Judged {
  std::optional<Value> tree;  // absent if the text is not even YAML or JSON as we read it
  Status verdict;
};

// experiment, recipe, block, order, capability, record, receipt: the names of the schemas.
std::vector<std::string> document_kinds();

Expected<Judged> judge(std::string_view kind, std::string_view text, const std::string& file, const FindRecipe& find);

// {"file": ..., "accepted": ..., "message": ..., "tree": ...}; message and tree are absent where there is none.
Value write_judged(const std::string& file, const Judged& judged);

}  // namespace feedrate::control
