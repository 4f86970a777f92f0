#include "feedrate/native/task/photo_file.h"

#include "feedrate/native/task/photos.h"

namespace feedrate::native {
namespace {

// What cameras and web sites use; most pictures are in range with it at once.
constexpr int kUsualQuality = 93;
constexpr int kLeastQuality = 20;
constexpr int kMostQuality = 100;

}  // namespace

Expected<std::span<const std::uint8_t>> PhotoFile::make(std::uint64_t seed, std::uint64_t index) {
  scene_.make(seed, index, image_);
  int low = kLeastQuality;
  int high = kMostQuality;
  int quality = kUsualQuality;
  while (low <= high) {
    FEEDRATE_TRY_STATUS(encoder_.encode(image_.view(), quality, bytes_));
    if (bytes_.size() >= kLeastPhotoBytes && bytes_.size() <= kMostPhotoBytes)
      return std::span<const std::uint8_t>(bytes_);
    if (bytes_.size() < kLeastPhotoBytes) low = quality + 1;
    if (bytes_.size() > kMostPhotoBytes) high = quality - 1;
    quality = low + (high - low) / 2;
  }
  return failure(
      format("picture {} of seed {} is {} bytes at JPEG quality {}; no quality brings it to {} .. {}; use "
             "another seed",
             index, seed, bytes_.size(), quality, kLeastPhotoBytes, kMostPhotoBytes));
}

}  // namespace feedrate::native
