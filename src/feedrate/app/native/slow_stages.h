// Stages that a test makes slower by a known factor, from FEEDRATE_SLOW_STAGES: "decode=1.5" or "read=3,transform=2".
// Only for `feedrate stages`, whose rows say so in their names: no run and no record is ever slowed.
#pragma once

#include <string_view>

#include "feedrate/base/error.h"
#include "feedrate/native/pipeline/slowed.h"

namespace feedrate::app {

inline constexpr const char* kSlowStages = "FEEDRATE_SLOW_STAGES";

[[nodiscard]] Expected<native::Slowdown> slow_stages(std::string_view text);

}  // namespace feedrate::app
