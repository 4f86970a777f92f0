// Text formatting for every module: fmt's light header behind one name.
#pragma once

#include <fmt/core.h>

namespace feedrate {

using fmt::format;

}  // namespace feedrate
