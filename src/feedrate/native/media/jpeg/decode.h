// JPEG bytes -> Image, by libjpeg-turbo (accurate integer DCT, smooth chroma upsampling: what Pillow gets as well,
// unless it is told to be fast). Used by the pipeline, one decoder a worker thread; a decoder is reused for any number
// of pictures and keeps its buffers (libjpeg's own small pools come and go with each picture). Does not read files,
// rotate by EXIF or convert CMYK.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "feedrate/base/error.h"
#include "feedrate/native/media/image.h"

namespace feedrate::native {

enum class JpegWay {
  kAccurate,
  kFast,  // a less accurate DCT: other pixels. (Colours are smoothed all the same: without, libjpeg-turbo 2.1 mixes up
          // rows when a part is decoded.)
};

class JpegDecoder {
 public:
  explicit JpegDecoder(JpegWay way = JpegWay::kAccurate);
  ~JpegDecoder();
  JpegDecoder(JpegDecoder&&) noexcept;
  JpegDecoder& operator=(JpegDecoder&&) noexcept;

  // Reads the header. The bytes must stay as they are until the picture was decoded or another one is opened.
  Expected<Size> open(std::span<const std::uint8_t> bytes);

  // A part of the picture that was opened, bit for bit as it is in the whole one; once. The view is into `out`, which
  // holds a little more. What lies above is only passed over, and what lies below is not looked at. Damaged or cut data
  // is an error, even where libjpeg would only warn and fill in grey; the decoder stays usable.
  Expected<ImageView> decode(const Box& part, Image& out);

  // The same, but at a half, a quarter or an eighth of its size, the smallest that is at least `least`: made from fewer
  // coefficients, which is less work and gives other pixels. The part's borders move to whole pixels of that size.
  Expected<ImageView> decode_smaller(const Box& part, const Size& least, Image& out);

  // The whole picture.
  Status decode(std::span<const std::uint8_t> bytes, Image& out);

 private:
  Expected<ImageView> decode_scaled(const Box& scaled, Image& out);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace feedrate::native
