#include "feedrate/native/transform/mixup.h"

#include <cmath>

#include "feedrate/native/transform/byte_kernel.h"

namespace feedrate::native {

void mixup(ArrayView from, ArrayView other, double share, Array& to) {
  FEEDRATE_CHECK(from.shape == other.shape);
  to.reshape(from.shape);
  mix_bytes(from.values, other.values, from.shape.bytes(), static_cast<int>(std::lround(256 * share)), to.values());
}

}  // namespace feedrate::native
