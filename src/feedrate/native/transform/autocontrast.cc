#include "feedrate/native/transform/autocontrast.h"

#include <algorithm>

namespace feedrate::native {

std::vector<LevelRange> level_ranges(ArrayView picture) {
  const auto channels = static_cast<std::size_t>(picture.shape.channels);
  const std::size_t values = picture.shape.bytes();
  std::vector<LevelRange> out(channels);
  if (channels == 3) {
    range_three(picture.values, values / 3, out.data());
    return out;
  }
  for (std::size_t i = 0; i < values; ++i) {
    auto& range = out[i % channels];
    range.low = std::min(range.low, picture.values[i]);
    range.high = std::max(range.high, picture.values[i]);
  }
  return out;
}

Levels autocontrast(const LevelRange& found) {
  Levels out;
  const bool is_flat = found.high <= found.low;  // stays as it is
  const double spread = is_flat ? 255 : found.high - found.low;
  const double low = is_flat ? 0 : found.low;
  for (std::size_t level = 0; level < out.size(); ++level)
    out[level] = level_of((static_cast<double>(level) - low) * 255 / spread);
  return out;
}

}  // namespace feedrate::native
