// Has the native program make or pack files, with progress on the screen.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "feedrate/app/cli/share.h"
#include "feedrate/base/error.h"

namespace feedrate::app {

struct FilesMade {
  std::int64_t count = 0;
  std::int64_t kept = 0;  // of them, were there already
  std::int64_t bytes = 0;
};

struct DatasetAsked {
  std::string kind;  // photos, arrays, videos or tokens
  std::string folder;
  std::int64_t count = 0;
  std::int64_t seed = 1;
  std::vector<std::string> options = {};  // of its kind, as feedrate-native takes them
};
Expected<FilesMade> make_dataset_files(const DatasetAsked& asked, const Installation& installation);

Expected<FilesMade> pack_files(const std::string& from, const std::string& to, const Installation& installation);

}  // namespace feedrate::app
