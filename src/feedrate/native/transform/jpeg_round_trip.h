// To JPEG and back: what compression leaves of a picture. Three channels. One a thread; it keeps its buffers.
#pragma once

#include <vector>

#include "feedrate/native/media/array.h"
#include "feedrate/native/media/jpeg/decode.h"
#include "feedrate/native/media/jpeg/encode.h"

namespace feedrate::native {

class JpegRoundTrip {
 public:
  explicit JpegRoundTrip(int quality) : quality_(quality) {}

  Status operator()(ArrayView from, Array& to);

 private:
  int quality_;
  JpegEncoder encoder_;
  JpegDecoder decoder_;
  std::vector<std::uint8_t> bytes_;
  Image decoded_;
};

}  // namespace feedrate::native
