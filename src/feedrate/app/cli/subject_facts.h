// What is known of a subject before it runs: how it is started, which software it is (its build), what it says it can
// do. Questions to a subject run in a child with a deadline; answers of the slow kind are kept by build.
#pragma once

#include <string>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/share.h"
#include "feedrate/control/config/config.h"

namespace feedrate::app {

// `base`: what a relative path of a user's own loader is relative to.
Expected<control::SubjectFacts> look_at_subject(const control::Subject& subject, const control::Config& config,
                                                const Installation& installation, const std::string& base, Ask ask);

}  // namespace feedrate::app
