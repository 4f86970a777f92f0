// Runs a short program to its end and keeps what it printed. For questions to subjects, not for measured work.
#pragma once

#include <string>

#include "feedrate/host/tree.h"

namespace feedrate::host {

struct Captured {
  std::string output;  // standard output and error
  Ending ending;
};

// An error when it cannot be started or has not ended after `seconds` (then it is killed with all it started).
Expected<Captured> capture(const Launch& launch, double seconds);

}  // namespace feedrate::host
