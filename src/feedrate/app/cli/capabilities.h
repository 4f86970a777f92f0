// What the shipped subjects say they can do, without any of their libraries.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "feedrate/app/cli/share.h"
#include "feedrate/base/error.h"
#include "feedrate/contract/capability/capability.h"

namespace feedrate::app {

// In the order of the shipped subjects. Those in Python are asked through `python3`.
Expected<std::vector<contract::Capability>> shipped_capabilities(const Installation& installation);

// Whether it has the operation in that scope, on a medium or on any.
bool has_operation(const contract::Capability& capability, contract::Scope scope,
                   std::optional<contract::MediaKind> media, const std::string& operation);

}  // namespace feedrate::app
