// `dataset make photos`: a folder of deterministic, photo-like 500 x 375 JPEG files of 50 to 110 KB. Used by
// app/native.
#pragma once

#include <cstdint>
#include <string>

#include "feedrate/base/error.h"
#include "feedrate/native/task/dataset_files.h"

namespace feedrate::native {

struct Photos {
  std::string folder;
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
  int threads = 1;
};

inline constexpr std::uint64_t kLeastPhotoBytes = 51'200;  // inside 50 .. 110 KB whether a KB is 1000 or 1024
inline constexpr std::uint64_t kMostPhotoBytes = 110'000;

[[nodiscard]] Expected<DatasetMade> make_photos(const Photos& photos, const Progress& progress = {});

}  // namespace feedrate::native
