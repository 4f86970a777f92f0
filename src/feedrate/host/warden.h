// The process between the agent and a subject. Internal to host: see tree.h.
#pragma once

#include "feedrate/host/tree.h"

namespace feedrate::host {

// What the warden says, one at a time, over its pipe.
struct Word {
  enum class Kind : std::int32_t { kStarted = 1, kNotStarted = 2, kEnded = 3, kGone = 4 };
  Kind kind{};
  std::int32_t number = 0;  // pid | errno | wait status | survivors
  double seconds = 0;       // kGone: CPU time
};

// The subject's standard input, or -1, and its output.
struct Standard {
  int input;
  int output;
};

// Runs in the forked child; never returns. `pipe` is both ways; its closing means "end everything".
[[noreturn]] void run_warden(const Launch& launch, int pipe, const Standard& standard);

}  // namespace feedrate::host
