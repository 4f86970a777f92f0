// JPEG bytes -> Image, by libjpeg-turbo (accurate integer DCT, smooth chroma upsampling: what Pillow gets as well).
// Used by the pipeline, one decoder a worker thread; a decoder is reused for any number of pictures and keeps its
// buffers (libjpeg's own small pools come and go with each picture). Does not read files, rotate by EXIF or convert
// CMYK.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "feedrate/base/error.h"
#include "feedrate/native/media/image.h"

namespace feedrate::native {

class JpegDecoder {
 public:
  JpegDecoder();
  ~JpegDecoder();
  JpegDecoder(JpegDecoder&&) noexcept;
  JpegDecoder& operator=(JpegDecoder&&) noexcept;

  // Damaged or cut data is an error, even where libjpeg would only warn and fill in grey. The decoder stays usable.
  Status decode(std::span<const std::uint8_t> bytes, Image& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace feedrate::native
