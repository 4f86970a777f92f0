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

  // Reads the header. The bytes must stay as they are until the picture was decoded or another one is opened.
  Expected<Size> open(std::span<const std::uint8_t> bytes);

  // A part of the picture that was opened, bit for bit as it is in the whole one; once. The view is into `out`, which
  // holds a little more. What lies above is only passed over, and what lies below is not looked at. Damaged or cut data
  // is an error, even where libjpeg would only warn and fill in grey; the decoder stays usable.
  Expected<ImageView> decode(const Box& part, Image& out);

  // The whole picture.
  Status decode(std::span<const std::uint8_t> bytes, Image& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace feedrate::native
