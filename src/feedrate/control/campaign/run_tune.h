// Measures what TuneSearch asks for until it has its answer. Stopped at any moment and called again, it continues: what
// was measured is read from the store, and leads to the same questions.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/control/campaign/run_plan.h"
#include "feedrate/control/campaign/tune_search.h"
#include "feedrate/control/campaign/tune_space.h"

namespace feedrate::control {

struct TuneResult {
  TuneSearch search;
  std::optional<TuneWinner> winner;
  std::map<int, std::int64_t> memory;      // bytes at most, by configuration
  std::map<int, std::string> failed;       // by configuration: why
  std::map<int, std::string> too_large;    // never started: what it would need
  std::optional<std::string> alternating;  // why nothing was sliced
  int blocks = 0;
  int disturbed = 0;  // blocks that other work disturbed, and their repetition too
};

struct TuneBudget {
  std::optional<double> target;  // samples/s: the smallest that reaches it; else the fastest
  std::int64_t memory_bytes = 0;
};

Expected<TuneResult> run_tune(const Plan& plan, const TuneCases& cases, const TuneBudget& budget, Store& store,
                              Runner& runner, const RunHooks& hooks);

}  // namespace feedrate::control
