#include "feedrate/native/transform/invert.h"

namespace feedrate::native {

Levels invert() {
  Levels out;
  for (int level = 0; level < 256; ++level)
    out[static_cast<std::size_t>(level)] = static_cast<std::uint8_t>(255 - level);
  return out;
}

}  // namespace feedrate::native
