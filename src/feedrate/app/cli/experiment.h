// From the word a person typed to a plan: finds the experiment, lays overrides over it, asks the subjects what they can
// do, looks at the data. Shared by plan and run, so that run runs exactly what plan printed.
#pragma once

#include <string>
#include <vector>

#include "feedrate/app/cli/arguments.h"
#include "feedrate/app/cli/share.h"
#include "feedrate/base/error.h"
#include "feedrate/control/config/load.h"
#include "feedrate/control/plan/plan.h"

namespace feedrate::app {

struct Experiment {
  control::PlanInputs inputs;
  std::string output;  // the run's folder
  std::string base;    // what relative paths in the experiment are relative to
};

// Options every verb takes that reads an experiment.
std::vector<Option> experiment_options();

enum class Ask { kStatic, kProbe };
// kProbe imports the libraries under test where that was not done before for the same build.
Expected<Experiment> load_experiment(const Arguments& arguments, const Installation& installation, Ask ask);

// Recipes beside an experiment in `folder`, then among the shipped.
control::FindRecipe recipe_finder(const std::string& folder, const Installation& installation);

// The folder of a run given by name or path; an error lists the runs there are.
Expected<std::string> find_run(const std::string& run);

}  // namespace feedrate::app
