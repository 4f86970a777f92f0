// What the arms of a block made of the same samples, and how far each is from the one that the others are held against:
// native where it is among them, else the first by name. Only transforms leave something. Used by the block runner.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "feedrate/agent/arm.h"

namespace feedrate::agent {

// Where a subject leaves them, in the folder of its marks: made/NUMBER.raw.
std::vector<std::string> read_results(const std::string& folder);

// Tells each arm how far its results are from the others'.
void compare_results(const std::vector<std::unique_ptr<Arm>>& arms);

}  // namespace feedrate::agent
