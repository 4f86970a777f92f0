// --tolerance, as compare and gate take it.
#pragma once

#include "feedrate/app/cli/arguments.h"

namespace feedrate::app {

Option tolerance_option(const char* doc);
// A share strictly between 0 and 1; `otherwise` where it was not given.
Expected<double> tolerance_of(const Arguments& arguments, double otherwise);

}  // namespace feedrate::app
