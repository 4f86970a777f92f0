// Why a case cannot be measured, from what the subject says of itself. The one place that decides it; a case without a
// reason runs.
#pragma once

#include <optional>
#include <string>

#include "feedrate/control/plan/plan.h"

namespace feedrate::control {

std::optional<std::string> reason_to_exclude(const Config& config, const contract::Capability& capability,
                                             const DataFacts& data, const contract::CaseSpec& what);

}  // namespace feedrate::control
