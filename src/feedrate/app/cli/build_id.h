// The identity of the software under test: the content of programs, or of an interpreter's packages and code.
#pragma once

#include <string>

#include "feedrate/base/error.h"
#include "feedrate/contract/capability/capability.h"

namespace feedrate::app {

Expected<std::string> build_of_files(const std::vector<std::string>& files);

// Packages count by their RECORD files, which list every file with its hash; `code` are folders or files of the
// subject's own code.
Expected<std::string> build_of_python(const contract::Interpreter& interpreter, const std::vector<std::string>& code);

}  // namespace feedrate::app
