// The configurations that tune may choose from: every combination of an experiment's axes for one subject, by number as
// TuneSearch counts them, and why some of them cannot be carried. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "feedrate/control/campaign/tune_search.h"
#include "feedrate/control/plan/plan.h"

namespace feedrate::control {

// Where an experiment says only one number of workers or of prefetched batches, those worth a try on so many CPUs.
// Every axis is ascending afterwards, and has no value twice. The batch stays what it is: another one is another
// training.
void widen_axes(Axes& axes, double cpus, int least_workers);

struct TuneAxis {
  std::string name;                 // "workers"
  std::vector<std::string> values;  // as written
};

struct TuneCases {
  std::vector<TuneAxis> axes;  // in the order of what a step on them costs
  TuneSpace space;
  std::vector<PlannedCase> cases;    // by number; those that are not allowed too
  std::vector<Exclusion> forbidden;  // with the reasons
};

// Of a plan with one subject.
TuneCases tune_cases(const Plan& plan);

// "workers 4 · prefetch 2": what has more than one value.
std::string describe_configuration(const TuneCases& cases, const std::vector<int>& places);

}  // namespace feedrate::control
