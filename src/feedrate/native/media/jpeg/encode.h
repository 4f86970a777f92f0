// Image -> JPEG bytes, by libjpeg-turbo: baseline, 4:2:0, optimised Huffman tables. Used by the dataset maker and by
// tests, one encoder a thread; it and the output buffer are reused. Does not write files.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/media/image.h"

namespace feedrate::native {

class JpegEncoder {
 public:
  JpegEncoder();
  ~JpegEncoder();
  JpegEncoder(JpegEncoder&&) noexcept;
  JpegEncoder& operator=(JpegEncoder&&) noexcept;

  // Replaces what `out` holds. Quality is libjpeg's 1 .. 100.
  Status encode(ImageView image, int quality, std::vector<std::uint8_t>& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace feedrate::native
