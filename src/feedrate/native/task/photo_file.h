// One picture of the dataset, from its number to the bytes of its file. Used by photos.cc, one a thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/media/jpeg/encode.h"
#include "feedrate/native/task/photos.h"
#include "feedrate/native/task/scene.h"

namespace feedrate::native {

class PhotoFile {
 public:
  PhotoFile(std::uint64_t seed, const PhotoStyle& style) : seed_(seed), style_(style) {}

  // Valid until the next call.
  [[nodiscard]] Expected<std::span<const std::uint8_t>> make(std::uint64_t index);

 private:
  void paint(std::uint64_t index);
  Status encode_of_size(std::uint64_t index);

  const std::uint64_t seed_;
  const PhotoStyle style_;
  SceneMaker scene_;
  JpegEncoder encoder_;
  Image image_;
  Image tile_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace feedrate::native
