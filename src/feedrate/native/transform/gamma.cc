#include "feedrate/native/transform/gamma.h"

#include <cmath>

namespace feedrate::native {

Levels gamma(double power) {
  Levels out;
  for (int level = 0; level < 256; ++level)
    out[static_cast<std::size_t>(level)] = level_of(255 * std::pow(level / 255.0, power) + 0.5);
  return out;
}

}  // namespace feedrate::native
