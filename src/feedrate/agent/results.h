// What a measured transform leaves of its samples, in the folder of its marks: made/NUMBER.raw.
#pragma once

#include <string>
#include <vector>

namespace feedrate::agent {

// Their bytes, as measure/output.h reads them; none where nothing was left.
std::vector<std::string> read_results(const std::string& folder);

}  // namespace feedrate::agent
