#include "feedrate/native/transform/solarize.h"

namespace feedrate::native {

Levels solarize(int threshold) {
  Levels out;
  for (int level = 0; level < 256; ++level)
    out[static_cast<std::size_t>(level)] = static_cast<std::uint8_t>(level < threshold ? level : 255 - level);
  return out;
}

}  // namespace feedrate::native
