// PNG bytes -> Image, by libpng: grey and palettes become RGB, 16 bits become 8, transparency is left out (of 8-bit
// files what Pillow gives as RGB). Used by the pipeline and the decode scope, one decoder a thread; it keeps its
// buffers, libpng's own come and go with each picture.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/media/image.h"

namespace feedrate::native {

class PngDecoder {
 public:
  // The whole picture: one that is compressed from the first row to the last cannot be had in parts. Damaged or cut
  // data is an error; the decoder stays usable.
  Status decode(std::span<const std::uint8_t> bytes, Image& out);

 private:
  std::vector<std::uint8_t*> rows_;
};

}  // namespace feedrate::native
