// The other side of a gate: adds to an experiment, for each subject, an arm that is the same but for its build.
#pragma once

#include <string>

#include "feedrate/app/cli/experiment.h"

namespace feedrate::app {

// `against` is env:NAME (another of the experiment's environments) or git:REV (a revision of the repository that the
// experiment lies in, checked out under the run's folder and built by build.command).
Status add_base(const std::string& against, const Installation& installation, Experiment& experiment);

}  // namespace feedrate::app
