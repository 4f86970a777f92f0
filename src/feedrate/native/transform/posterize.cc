#include "feedrate/native/transform/posterize.h"

namespace feedrate::native {

Levels posterize(int bits) {
  Levels out;
  for (int level = 0; level < 256; ++level)
    out[static_cast<std::size_t>(level)] = static_cast<std::uint8_t>(level >> (8 - bits) << (8 - bits));
  return out;
}

}  // namespace feedrate::native
