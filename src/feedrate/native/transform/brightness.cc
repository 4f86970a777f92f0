#include "feedrate/native/transform/brightness.h"

namespace feedrate::native {

Levels brightness(double factor) {
  Levels out;
  for (std::size_t level = 0; level < out.size(); ++level) out[level] = level_of(factor * static_cast<double>(level));
  return out;
}

}  // namespace feedrate::native
