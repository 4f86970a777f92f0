#include "feedrate/native/transform/normalise.h"

#include <cmath>

#include "feedrate/native/transform/byte_kernel.h"

namespace feedrate::native {

Status check(const Normalise& normalise, int channels) {
  const auto count = static_cast<std::size_t>(channels);
  if (normalise.mean.size() != count || normalise.deviation.size() != count)
    return input_error(format("normalise: {} means and {} deviations; expected {} of each, one a channel",
                              normalise.mean.size(), normalise.deviation.size(), channels));
  for (std::size_t c = 0; c < count; ++c) {
    const double mean = normalise.mean[c];
    const double deviation = normalise.deviation[c];
    if (!std::isfinite(mean) || !std::isfinite(deviation) || deviation <= 0) {
      return input_error(format("normalise: channel {} has mean {} and deviation {}; expected numbers, deviation > 0",
                                c, mean, deviation));
    }
  }
  return {};
}

Linear linear_of(const Normalise& normalise) {
  Linear out;
  for (std::size_t c = 0; c < normalise.mean.size(); ++c) {
    out.factor.push_back(static_cast<float>(1.0 / (255.0 * normalise.deviation[c])));
    out.offset.push_back(static_cast<float>(-normalise.mean[c] / normalise.deviation[c]));
  }
  return out;
}

void store(ImageView image, const Linear& linear, std::span<float> to) {
  const auto width = static_cast<std::size_t>(image.width);
  const std::size_t plane = width * static_cast<std::size_t>(image.height);
  const auto channels = static_cast<std::size_t>(image.channels);
  FEEDRATE_CHECK(to.size() == plane * channels && linear.factor.size() == channels);
  for (int y = 0; y < image.height; ++y) {
    const std::uint8_t* from = image.row(y);
    float* row = to.data() + static_cast<std::size_t>(y) * width;
    for (std::size_t x = 0; x < width; ++x) {
      for (std::size_t c = 0; c < channels; ++c)
        row[c * plane + x] = static_cast<float>(from[x * channels + c]) * linear.factor[c] + linear.offset[c];
    }
  }
}

void normalise(ArrayView from, const Linear& linear, std::vector<float>& to) {
  const std::size_t channels = linear.factor.size();
  FEEDRATE_CHECK(static_cast<std::size_t>(from.shape.channels) == channels);
  to.resize(from.shape.bytes());
  const Scale scale{linear.factor.data(), linear.offset.data(), channels};
  if (channels <= kMostChannels) return scale_bytes(from.values, to.size(), scale, to.data());
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] = static_cast<float>(from.values[i]) * linear.factor[i % channels] + linear.offset[i % channels];
}

}  // namespace feedrate::native
