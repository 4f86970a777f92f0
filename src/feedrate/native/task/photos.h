// `dataset make photos`: a folder of deterministic, photo-like pictures; 500 x 375 JPEG files of 50 to 110 KB unless
// another style is asked for. Used by app/native.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "feedrate/base/error.h"
#include "feedrate/native/media/jpeg/encode.h"
#include "feedrate/native/task/dataset_files.h"
#include "feedrate/native/task/scene.h"

namespace feedrate::native {

// Of JPEG: what cameras and web sites use.
inline constexpr int kUsualQuality = 93;

enum class PhotoFormat { kJpeg, kPng };

struct PhotoStyle {
  PhotoFormat format = PhotoFormat::kJpeg;
  int width = kPhotoWidth;
  int height = kPhotoHeight;
  std::optional<int> quality =
      {};  // of JPEG, as is the next; absent: the usual, or near it if that gives the usual bytes
  Subsampling subsampling = Subsampling::k420;

  [[nodiscard]] bool is_usual() const {
    return format == PhotoFormat::kJpeg && width == kPhotoWidth && height == kPhotoHeight && !quality &&
           subsampling == Subsampling::k420;
  }
  // What tells two of them apart: "photos", "photos-png-1000x750".
  [[nodiscard]] std::string name() const;
};

struct Photos {
  std::string folder;
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
  int threads = 1;
  PhotoStyle style = {};
};

inline constexpr std::uint64_t kLeastPhotoBytes = 51'200;  // inside 50 .. 110 KB whether a KB is 1000 or 1024
inline constexpr std::uint64_t kMostPhotoBytes = 110'000;

// Of words such as "png", "1000x750", "90" and "444"; each that is absent is as usual.
[[nodiscard]] Expected<PhotoStyle> photo_style(const std::optional<std::string>& format,
                                               const std::optional<std::string>& size,
                                               const std::optional<std::string>& quality,
                                               const std::optional<std::string>& subsampling);

[[nodiscard]] Expected<DatasetMade> make_photos(const Photos& photos, const Progress& progress = {});

}  // namespace feedrate::native
