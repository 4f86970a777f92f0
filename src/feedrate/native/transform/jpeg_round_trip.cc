#include "feedrate/native/transform/jpeg_round_trip.h"

#include <cstring>

namespace feedrate::native {

Status JpegRoundTrip::operator()(ArrayView from, Array& to) {
  FEEDRATE_TRY_STATUS(encoder_.encode(from.image(), quality_, bytes_, HuffmanTables::kStandard));
  FEEDRATE_TRY_STATUS(decoder_.decode(bytes_, decoded_));
  to.reshape(from.shape);
  std::memcpy(to.values(), decoded_.view().pixels, from.shape.bytes());
  return {};
}

}  // namespace feedrate::native
