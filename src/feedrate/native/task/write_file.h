// Files that are either whole or not there. Used by photos.cc; any number of threads, different paths.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "feedrate/base/error.h"

namespace feedrate::native {

// Writes beside `path`, under a name that starts with a dot (so nobody lists it), then renames over `path`. Meant
// against a killed process; a power failure is not guarded against.
Status write_whole_file(const std::string& path, std::span<const std::uint8_t> bytes);

}  // namespace feedrate::native
