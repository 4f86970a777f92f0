// One whole file into a buffer that is used again for the next one. Used by Folder; any number of threads, a buffer
// each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "feedrate/base/error.h"

namespace feedrate::native {

// Replaces what `out` holds; allocates only for a file larger than all before it.
Status read_file(const std::string& path, std::vector<std::uint8_t>& out);

}  // namespace feedrate::native
