#include "feedrate/native/transform/normalise.h"

#include <cmath>
#include <vector>

#include "feedrate/native/transform/lanes.h"

namespace feedrate::native {

Status check(const Normalise& normalise) {
  for (std::size_t c = 0; c < kChannels; ++c) {
    const double mean = normalise.mean[c];
    const double deviation = normalise.deviation[c];
    if (!std::isfinite(mean) || !std::isfinite(deviation) || deviation <= 0) {
      return input_error(format("normalise: channel {} has mean {} and deviation {}; expected numbers, deviation > 0",
                                c, mean, deviation));
    }
  }
  return {};
}

Normaliser::Normaliser(const Normalise& normalise) {
  for (std::size_t c = 0; c < kChannels; ++c) {
    factor_[c] = static_cast<float>(1.0 / (255.0 * normalise.deviation[c]));
    offset_[c] = static_cast<float>(-normalise.mean[c] / normalise.deviation[c]);
  }
}

void Normaliser::store_row(const float* pixels, int width, bool mirrored, float* to, std::size_t plane) const {
  const Lanes factor = load_lanes(factor_.data());
  const Lanes offset = load_lanes(offset_.data());
  float* red = to;
  float* green = to + plane;
  float* blue = to + 2 * plane;
  const auto store_pixel = [&](int x) {
    const Lanes value = load_lanes(pixels + x * 4) * factor + offset;
    const int at = mirrored ? width - 1 - x : x;
    red[at] = value[0];
    green[at] = value[1];
    blue[at] = value[2];
  };
  int x = 0;
  for (; x + 4 <= width; x += 4) {
    // Four pixels turned into four values of each channel.
    const Lanes a = load_lanes(pixels + x * 4) * factor + offset;
    const Lanes b = load_lanes(pixels + x * 4 + 4) * factor + offset;
    const Lanes c = load_lanes(pixels + x * 4 + 8) * factor + offset;
    const Lanes d = load_lanes(pixels + x * 4 + 12) * factor + offset;
    const Lanes ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);  // r r g g
    const Lanes cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Lanes ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);  // b b - -
    const Lanes cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    if (mirrored) {
      const int at = width - 4 - x;
      store_lanes(red + at, __builtin_shufflevector(ab_low, cd_low, 5, 4, 1, 0));
      store_lanes(green + at, __builtin_shufflevector(ab_low, cd_low, 7, 6, 3, 2));
      store_lanes(blue + at, __builtin_shufflevector(ab_high, cd_high, 5, 4, 1, 0));
    } else {
      store_lanes(red + x, __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5));
      store_lanes(green + x, __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7));
      store_lanes(blue + x, __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5));
    }
  }
  for (; x < width; ++x) store_pixel(x);
}

void Normaliser::store(ImageView image, std::span<float> to) const {
  const auto width = static_cast<std::size_t>(image.width);
  const std::size_t plane = width * static_cast<std::size_t>(image.height);
  FEEDRATE_CHECK(to.size() == plane * kChannels);
  std::vector<float> pixels(width * 4);
  for (int y = 0; y < image.height; ++y) {
    const std::uint8_t* from = image.row(y);
    for (std::size_t x = 0; x < width; ++x) {
      for (std::size_t c = 0; c < kChannels; ++c) pixels[x * 4 + c] = from[x * kChannels + c];
    }
    store_row(pixels.data(), image.width, false, to.data() + static_cast<std::size_t>(y) * width, plane);
  }
}

}  // namespace feedrate::native
