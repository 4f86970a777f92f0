// Any bytes as a .npy file: what is seen in it lies in it.
#include <cstdint>

#include "feedrate/native/media/npy/decode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto view = feedrate::native::view_npy({data, size});
  if (!view) {
    FEEDRATE_CHECK(!view.error().message.empty());
    return 0;
  }
  FEEDRATE_CHECK(view->width > 0 && view->height > 0 && view->channels > 0);
  FEEDRATE_CHECK(view->pixels >= data);
  FEEDRATE_CHECK(view->row(view->height - 1) + view->stride <= data + size);
  return 0;
}
