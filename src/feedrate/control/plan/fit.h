// Whether a case fits into what this machine allows, before it runs: workers that hand batches over through shared
// memory need room for all that may be on the way, and a descriptor for each; cuda needs a GPU. Pure.
#pragma once

#include <optional>
#include <string>

#include "feedrate/control/plan/plan.h"

namespace feedrate::control {

// The limit that it would exceed, with the numbers.
std::optional<std::string> reason_not_to_fit(const MachineFacts& machine, const contract::Capability& capability,
                                             const contract::CaseSpec& what);

}  // namespace feedrate::control
