// Whether an arm did the same work as the subject it was held against, a loader as its recipe says: how far its results
// are from that, over all cells that were looked at. Who did otherwise is shown, and never ranked. Pure.
#pragma once

#include <optional>
#include <string>

#include "feedrate/control/judge/arms.h"

namespace feedrate::control {

// Levels of 0 .. 255: a fraction that one drops and the other rounds makes 0.5 in the mean, several operations in a row
// some more at most.
inline constexpr double kMeanApart = 0.75;
inline constexpr double kLargestApart = 8;
// A loader's are held against the definition, which was never a JPEG file: that alone makes half a level.
inline constexpr double kLoaderMeanApart = 1.25;
inline constexpr double kLoaderLargestApart = 12;

struct Conformance {
  bool same = true;
  int cells = 0;              // that did otherwise
  std::string text;           // how far it is, or why it cannot be compared
  std::string accepted = {};  // why that is the same, where it takes the recipe's word for it
};
// Absent where no cell was compared. The one that others are held against is the same as itself.
std::optional<Conformance> conformance_of(const Arm& arm);

}  // namespace feedrate::control
