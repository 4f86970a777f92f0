// Whether a ratio depends on the machine its blocks ran on. Used by the table and by compare. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "feedrate/control/judge/estimate.h"

namespace feedrate::control {

struct NodeRatio {
  std::string node;
  double ratio = 1;
  int n = 0;
};
struct NodeEffect {
  std::vector<NodeRatio> nodes;  // by name
  std::optional<double> p;       // how often blocks dealt to nodes at random differ as much; absent with one block each
};

// Below this p the nodes are said to differ.
inline constexpr double kNodesDiffer = 0.01;

// Absent where all blocks ran on one node.
std::optional<NodeEffect> node_effect(const Pairs& pairs);

}  // namespace feedrate::control
