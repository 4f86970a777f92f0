// What several things reach, from blocks in which only some of them were measured together: each observation is what
// its thing reaches times how fast the machine was in its block. Used by tune. Pure.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace feedrate::stats {

struct Observation {
  int block = 0;
  int thing = 0;
  double log = 0;
};

struct Effects {
  std::vector<std::optional<double>> logs;  // of each thing in a block of middling speed; absent where never observed
  std::optional<double> sd;                 // of what an observation is off; absent where nothing is left to tell
};

// Least squares. Things that no chain of shared blocks connects are compared as if their blocks were equally fast.
Effects fit_effects(std::span<const Observation> all, int blocks, int things);

}  // namespace feedrate::stats
