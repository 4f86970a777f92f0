// Whether the arms of a comparison may be sliced, from the records of its burn-in block. Pure. Decided once for the
// whole comparison: sliced and alternating blocks never enter one statistic.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "feedrate/contract/record/record.h"

namespace feedrate::control {

// The reason to alternate, or nothing: slice. `memory_bytes` is the node's: what is free
// at the moment would make the answer change when a run continues.
std::optional<std::string> reason_to_alternate(std::span<const contract::Record> burn_in, std::int64_t memory_bytes);

}  // namespace feedrate::control
