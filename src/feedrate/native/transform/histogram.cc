#include "feedrate/native/transform/histogram.h"

namespace feedrate::native {
namespace {

// Neighbouring pixels are often alike, and a count that was just written cannot be added to at once: turns of four.
constexpr std::size_t kTurns = 4;

void add_up(const std::vector<Histogram>& counts, std::size_t channels, std::vector<Histogram>& out) {
  for (std::size_t i = 0; i < counts.size(); ++i)
    for (std::size_t level = 0; level < 256; ++level) out[i % channels][level] += counts[i][level];
}

}  // namespace

std::vector<Histogram> histograms(ArrayView picture) {
  const auto channels = static_cast<std::size_t>(picture.shape.channels);
  const std::size_t values = picture.shape.bytes();
  std::vector<Histogram> counts(kTurns * channels);  // zeros
  const std::size_t turn = kTurns * channels;
  std::size_t i = 0;
  if (channels == 3)  // so that the compiler knows how many
    for (; i + 12 <= values; i += 12)
      for (std::size_t k = 0; k < 12; ++k) ++counts[k][picture.values[i + k]];
  for (; i + turn <= values; i += turn)
    for (std::size_t k = 0; k < turn; ++k) ++counts[k][picture.values[i + k]];
  for (std::size_t k = 0; i < values; ++i, ++k) ++counts[k][picture.values[i]];
  std::vector<Histogram> out(channels);
  add_up(counts, channels, out);
  return out;
}

}  // namespace feedrate::native
