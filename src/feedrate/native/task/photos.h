// `dataset make photos`: a folder of deterministic, photo-like 500 x 375 JPEG files of 50 to 110 KB. Used by
// app/native. Can be killed at any moment and called again: whole files are kept. dataset.json is written last, so a
// folder that has one is complete. Paints on several threads; progress is reported from them, one call at a time.
#pragma once

#include <cstdint>
#include <string>

#include "feedrate/base/error.h"
#include "feedrate/native/task/parallel.h"

namespace feedrate::native {

struct Photos {
  std::string folder;
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
  int threads = 1;
};

struct PhotosMade {
  std::uint64_t count = 0;
  std::uint64_t kept = 0;  // found whole from an earlier call
  std::uint64_t bytes = 0;
};

inline constexpr std::uint64_t kMaxPhotos = 10'000'000;    // four digits of folder, a thousand files in each
inline constexpr std::uint64_t kLeastPhotoBytes = 51'200;  // inside 50 .. 110 KB whether a KB is 1000 or 1024
inline constexpr std::uint64_t kMostPhotoBytes = 110'000;

// "0000/000000.jpg"
[[nodiscard]] std::string photo_name(std::uint64_t index);

// `progress` counts kept ones too. More pictures of the same seed may be added to a finished folder. A folder of
// another seed, with more pictures than asked for, or with other things in it is an error; nothing is ever deleted.
[[nodiscard]] Expected<PhotosMade> make_photos(const Photos& photos, const Progress& progress = {});

}  // namespace feedrate::native
