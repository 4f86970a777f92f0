// Measures what a plan still lacks, into a run's folder that nobody else works in meanwhile. What run, gate and
// selftest have in common.
#pragma once

#include <string>

#include "feedrate/app/cli/share.h"
#include "feedrate/control/campaign/run_plan.h"
#include "feedrate/control/plan/plan.h"
#include "feedrate/control/store/store.h"

namespace feedrate::app {

struct MeasuringOptions {
  bool notes = true;             // sentences about what happens
  bool repeat_disturbed = true;  // blocks that other work disturbed, once it is quiet
};

// The caller holds the store's lock.
Expected<control::RunResult> measure_plan(const control::Plan& plan, control::Store& store,
                                          const Installation& installation, const MeasuringOptions& options = {});

struct MeasuredRun {
  control::Store store;
  control::RunResult result;
};
Expected<MeasuredRun> measure_into(const std::string& folder, const control::Plan& plan,
                                   const Installation& installation, const MeasuringOptions& options = {});

}  // namespace feedrate::app
