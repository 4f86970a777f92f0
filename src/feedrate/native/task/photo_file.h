// One picture of the dataset, from its number to JPEG bytes of the right size. Used by photos.cc, one a thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/media/jpeg/encode.h"
#include "feedrate/native/task/scene.h"

namespace feedrate::native {

class PhotoFile {
 public:
  // Valid until the next call.
  [[nodiscard]] Expected<std::span<const std::uint8_t>> make(std::uint64_t seed, std::uint64_t index);

 private:
  SceneMaker scene_;
  JpegEncoder encoder_;
  Image image_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace feedrate::native
