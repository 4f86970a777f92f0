// Runs a plan until every block is finished: skips what is done and what a plan that grows does not need, decides per
// comparison whether to slice, starts blocks one after another, and at the end repeats once those that other work
// disturbed. Stopped at any moment and called again, it continues.
#pragma once

#include <functional>
#include <string>

#include "feedrate/base/error.h"
#include "feedrate/control/plan/plan.h"
#include "feedrate/control/run/runner.h"
#include "feedrate/control/store/store.h"

namespace feedrate::control {

// What is going on, for people.
struct RunEvent {
  std::int64_t blocks_done = 0;   // finished, also by earlier calls
  std::int64_t blocks_total = 0;  // burn-ins included
  std::int64_t blocks_run = 0;    // by this call
  int number = 0;
  bool burn_in = false;
  contract::Progress agent;
};

struct RunHooks {
  std::function<void(const RunEvent&)> progress;
  std::function<void(const std::string&)> note;  // a sentence worth keeping on the screen
  std::function<bool()> interrupted;
  std::function<bool()> quiet;  // waits a while for other work to end; false when it does not
};

struct RunResult {
  std::int64_t blocks_run = 0;
  std::int64_t blocks_skipped = 0;
  std::int64_t blocks_unneeded = 0;   // ranks were settled without them, or there was nobody to rank
  std::int64_t blocks_disturbed = 0;  // that stand, and were not repeated
};

Expected<RunResult> run_plan(const Plan& plan, Store& store, Runner& runner, const RunHooks& hooks);

}  // namespace feedrate::control
