// What a measured transform leaves of its samples, in the folder of its marks: made/NUMBER.raw, and made/built.
#pragma once

#include <string>

#include "feedrate/measure/output.h"

namespace feedrate::agent {

// As measure/output.h reads them; empty where nothing was left.
measure::Results read_results(const std::string& folder, std::string subject);

}  // namespace feedrate::agent
