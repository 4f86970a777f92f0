// Has the native program make a folder of photos, with progress on the screen.
#pragma once

#include <cstdint>
#include <string>

#include "feedrate/app/cli/share.h"
#include "feedrate/base/error.h"

namespace feedrate::app {

struct PhotosAsked {
  std::string folder;
  std::int64_t count = 0;
  std::int64_t seed = 1;
};
struct PhotosMade {
  std::int64_t count = 0;
  std::int64_t kept = 0;  // were there already
  std::int64_t bytes = 0;
};
Expected<PhotosMade> make_photos(const PhotosAsked& asked, const Installation& installation);

}  // namespace feedrate::app
