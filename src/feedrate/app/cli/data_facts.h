// What is known of the data before anything reads it: how many samples, and a fingerprint of their names and sizes.
#pragma once

#include <string>

#include "feedrate/app/cli/share.h"
#include "feedrate/base/error.h"
#include "feedrate/control/plan/plan.h"

namespace feedrate::app {

// Of a folder, or of a tar file or bundle, which the native program opens.
Expected<control::DataFacts> look_at_data(const control::Config& config, const Installation& installation);

}  // namespace feedrate::app
