#include "feedrate/native/task/photo_file.h"

#include <algorithm>

#include "feedrate/native/media/png/encode.h"

namespace feedrate::native {
namespace {

constexpr int kLeastQuality = 20;
constexpr int kMostQuality = 100;

}  // namespace

// A scene has one size; larger pictures are several side by side, smaller ones a part of one.
void PhotoFile::paint(std::uint64_t index) {
  if (style_.width == kPhotoWidth && style_.height == kPhotoHeight) return scene_.make(seed_, index, image_);
  const int across = (style_.width + kPhotoWidth - 1) / kPhotoWidth;
  const int down = (style_.height + kPhotoHeight - 1) / kPhotoHeight;
  image_.reshape(style_.width, style_.height);
  for (int number = 0; number < across * down; ++number) {
    scene_.make(seed_, index * static_cast<std::uint64_t>(across * down) + static_cast<std::uint64_t>(number), tile_);
    const int left = number % across * kPhotoWidth;
    const int top = number / across * kPhotoHeight;
    const int columns = std::min(kPhotoWidth, style_.width - left);
    for (int y = 0; y < std::min(kPhotoHeight, style_.height - top); ++y)
      std::copy_n(tile_.row(y), columns * kChannels, image_.row(top + y) + left * kChannels);
  }
}

Expected<std::span<const std::uint8_t>> PhotoFile::make(std::uint64_t index) {
  paint(index);
  if (style_.format == PhotoFormat::kPng) {
    FEEDRATE_TRY_STATUS(encode_png(image_.view(), bytes_));
  } else if (style_.is_usual()) {
    FEEDRATE_TRY_STATUS(encode_of_size(index));
  } else {
    FEEDRATE_TRY_STATUS(encoder_.encode(image_.view(), style_.quality.value_or(kUsualQuality), bytes_,
                                        HuffmanTables::kOptimised, style_.subsampling));
  }
  return std::span<const std::uint8_t>(bytes_);
}

Status PhotoFile::encode_of_size(std::uint64_t index) {
  int low = kLeastQuality;
  int high = kMostQuality;
  int quality = kUsualQuality;
  while (low <= high) {
    FEEDRATE_TRY_STATUS(encoder_.encode(image_.view(), quality, bytes_));
    if (bytes_.size() >= kLeastPhotoBytes && bytes_.size() <= kMostPhotoBytes) return {};
    if (bytes_.size() < kLeastPhotoBytes) low = quality + 1;
    if (bytes_.size() > kMostPhotoBytes) high = quality - 1;
    quality = low + (high - low) / 2;
  }
  return failure(
      format("picture {} of seed {} is {} bytes at JPEG quality {}; no quality brings it to {} .. {}; use "
             "another seed",
             index, seed_, bytes_.size(), quality, kLeastPhotoBytes, kMostPhotoBytes));
}

}  // namespace feedrate::native
