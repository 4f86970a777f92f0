// Looks at a tree's memory -> what it holds, and whether that grows. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "feedrate/contract/record/resources.h"

namespace feedrate::measure {

struct MemoryLook {
  double seconds = 0;  // running time
  std::int64_t pss = 0;
  std::int64_t uss = 0;
};

// Absent without a look. The slope is that of the least squares line, from kFewestLooks on.
inline constexpr std::size_t kFewestLooks = 4;
std::optional<contract::MemoryEvidence> measure_growth(std::span<const MemoryLook> looks);

}  // namespace feedrate::measure
