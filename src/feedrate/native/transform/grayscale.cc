#include "feedrate/native/transform/grayscale.h"

#include "feedrate/native/transform/byte_kernel.h"

namespace feedrate::native {

void grayscale(ArrayView from, Array& to) {
  FEEDRATE_CHECK(from.shape.channels == 3);
  to.reshape(from.shape);
  grey_three(from.values, from.shape.bytes() / 3, to.values());
}

}  // namespace feedrate::native
