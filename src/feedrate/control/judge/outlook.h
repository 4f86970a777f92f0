// Where no block holds both sides: how many blocks of both would probably tell, guessed from how much the results of
// one subject scatter when it is measured again. Used by compare. Pure. A guess, which says what it rests on.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "feedrate/control/judge/arms.h"

namespace feedrate::control {

struct Outlook {
  double sd = 0;    // of ln(rate) between repetitions of one arm, pooled over arms
  int degrees = 0;  // of freedom behind it
  // If the ratio is what it seems and two arms scatter independently. Absent: over kMostBlocks.
  std::optional<std::size_t> blocks;
  std::optional<std::size_t> cautious;  // the same with the upper 80 % bound of the sd
};

// `log_ratio` of the two rates as they are. Absent where no arm was measured twice.
std::optional<Outlook> outlook_of(double log_ratio, double tolerance, const std::vector<const Arm*>& arms);

}  // namespace feedrate::control
