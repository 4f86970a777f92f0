// What is known of the data before anything reads it: how many samples, and a fingerprint of their names and sizes.
#pragma once

#include <string>

#include "feedrate/base/error.h"
#include "feedrate/control/plan/plan.h"

namespace feedrate::app {

Expected<control::DataFacts> look_at_data(const std::string& folder);

}  // namespace feedrate::app
