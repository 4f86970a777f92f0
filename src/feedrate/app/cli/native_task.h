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
  std::string kind;  // photos, arrays or videos
  std::string folder;
  std::int64_t count = 0;
  std::int64_t seed = 1;
  std::int64_t channels = 9;   // of arrays
  std::string codec = "h264";  // of videos, as is the next
  std::int64_t gop = 30;
};
Expected<FilesMade> make_dataset_files(const DatasetAsked& asked, const Installation& installation);

Expected<FilesMade> pack_files(const std::string& from, const std::string& to, const Installation& installation);

}  // namespace feedrate::app
