// Whether a window was steady: its gaps in 20 segments, tested for halves that differ, a trend, and a change point.
// Pure.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "feedrate/measure/gaps.h"

namespace feedrate::measure {

inline constexpr std::size_t kSegments = 20;

struct Steadiness {
  bool steady = true;
  std::string reason;  // what changed, and by how much, where it is not steady
};

// Absent for fewer gaps than two a segment: too few to tell. Each test flags an effect over 10 % with p < 0.01.
std::optional<Steadiness> test_steadiness(std::span<const Gap> gaps);

// Whether gaps that are not steady are so against the machine's own speed: `machine` is a fixed piece of work, timed
// now and then. Where not, how that speed changed meanwhile. Absent too where some segment has no piece of work in it.
std::optional<std::string> explained_by(std::span<const Gap> machine, std::span<const Gap> gaps);

}  // namespace feedrate::measure
