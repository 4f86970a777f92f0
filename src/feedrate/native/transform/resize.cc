#include "feedrate/native/transform/resize.h"

#include <utility>

#include "feedrate/native/transform/lanes.h"

namespace feedrate::native {
namespace {

// With the number of taps known to the compiler, which most pictures allow.
template <int... Tap>
void blend_columns_by(std::integer_sequence<int, Tap...>, const Taps& taps, const float* from, int width, float* to) {
  for (int x = 0; x < width; ++x) {
    const float* weights = taps.weights(x);
    const float* pixels = from + taps.first(x) * kChannels;
    Lanes sum = {};
    ((sum += load_lanes(pixels + Tap * kChannels) * weights[Tap]), ...);
    store_lanes(to + x * 4, round_lanes(sum));
  }
}

void blend_columns_any(const Taps& taps, const float* from, int width, float* to) {
  for (int x = 0; x < width; ++x) {
    const int count = taps.count(x);
    const float* weights = taps.weights(x);
    const float* pixels = from + taps.first(x) * kChannels;
    Lanes sum = {};
    for (int tap = 0; tap < count; ++tap) sum += load_lanes(pixels + tap * kChannels) * weights[tap];
    store_lanes(to + x * 4, round_lanes(sum));
  }
}

}  // namespace

void Resizer::prepare(ImageView source, int width, int height) {
  FEEDRATE_CHECK(source.width > 0 && source.height > 0 && width > 0 && height > 0);
  source_ = source;
  width_ = width;
  across_.prepare(source.width, width);
  down_.prepare(source.height, height);
  // More than the row: taps of weight zero are loaded too, and each pixel is loaded as four floats. What lies there may
  // be of an earlier picture, but is a number.
  const std::size_t needed = static_cast<std::size_t>(source.width + across_.most()) * kChannels + 1;
  if (blended_.size() < needed) blended_.resize(needed);
  row_.resize(static_cast<std::size_t>(width) * 4);
}

void Resizer::blend_rows(int y) {
  const int values = source_.width * kChannels;
  const int count = down_.count(y);
  const float* weights = down_.weights(y);
  const std::uint8_t* rows = source_.row(down_.first(y));
  float* to = blended_.data();
  int x = 0;
  for (; x + 16 <= values; x += 16) {
    const std::uint8_t* from = rows + x;
    // By name, not in a loop: g++ -O2 would keep an array of sums in memory.
    Lanes a = {};
    Lanes b = {};
    Lanes c = {};
    Lanes d = {};
    for (int tap = 0; tap < count; ++tap, from += source_.stride) {
      const Wide16 wide = widen(from);
      const float weight = weights[tap];
      a += wide.part[0] * weight;
      b += wide.part[1] * weight;
      c += wide.part[2] * weight;
      d += wide.part[3] * weight;
    }
    store_lanes(to + x, a);
    store_lanes(to + x + 4, b);
    store_lanes(to + x + 8, c);
    store_lanes(to + x + 12, d);
  }
  for (; x < values; ++x) {
    float sum = 0;
    const std::uint8_t* from = rows + x;
    for (int tap = 0; tap < count; ++tap, from += source_.stride) sum += static_cast<float>(*from) * weights[tap];
    to[x] = sum;
  }
}

void Resizer::blend_columns() {
  const auto by = [&](auto taps) { blend_columns_by(taps, across_, blended_.data(), width_, row_.data()); };
  switch (across_.most()) {
    case 2:
      return by(std::make_integer_sequence<int, 2>());
    case 3:
      return by(std::make_integer_sequence<int, 3>());
    case 4:
      return by(std::make_integer_sequence<int, 4>());
    case 5:
      return by(std::make_integer_sequence<int, 5>());
    case 6:
      return by(std::make_integer_sequence<int, 6>());
    default:
      return blend_columns_any(across_, blended_.data(), width_, row_.data());
  }
}

const float* Resizer::row(int y) {
  // Rows first: that runs along whole rows of bytes, and the one row of floats it leaves stays in the first-level
  // cache.
  blend_rows(y);
  blend_columns();
  return row_.data();
}

void resize(ImageView source, int width, int height, Resizer& resizer, Image& out) {
  resizer.prepare(source, width, height);
  out.reshape(width, height);
  for (int y = 0; y < height; ++y) {
    const float* from = resizer.row(y);
    std::uint8_t* to = out.row(y);
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < kChannels; ++c) to[x * kChannels + c] = static_cast<std::uint8_t>(from[x * 4 + c]);
    }
  }
}

}  // namespace feedrate::native
