#include "feedrate/native/transform/solarize.h"

namespace feedrate::native {

Bits solarize(int threshold) {
  if (threshold > 255) return {};
  return {255, 255, static_cast<std::uint8_t>(threshold)};
}

}  // namespace feedrate::native
