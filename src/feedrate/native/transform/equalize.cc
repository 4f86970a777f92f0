#include "feedrate/native/transform/equalize.h"

#include <algorithm>
#include <cstdint>

namespace feedrate::native {

Levels equalize(const Histogram& found) {
  Levels out;
  std::uint64_t all = 0;
  std::uint64_t last = 0;  // of the highest level that is there
  for (const auto count : found) {
    all += count;
    if (count > 0) last = count;
  }
  const std::uint64_t step = (all - last) / 255;
  std::uint64_t below = step / 2;
  for (std::size_t level = 0; level < out.size(); ++level) {
    out[level] = static_cast<std::uint8_t>(step == 0 ? level : std::min<std::uint64_t>(below / step, 255));
    below += found[level];
  }
  return out;
}

}  // namespace feedrate::native
