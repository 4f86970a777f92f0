// A PNG picture from anywhere is decoded or an error, never a crash.
#include <cstdint>
#include <span>

#include "feedrate/native/media/png/decode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  feedrate::native::PngDecoder decoder;
  feedrate::native::Image image;
  static_cast<void>(decoder.decode(std::span(data, size), image).has_value());
  return 0;
}
