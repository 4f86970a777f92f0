#include "feedrate/native/transform/resize.h"

#include "feedrate/native/transform/byte_kernel.h"

namespace feedrate::native {
namespace {

constexpr std::size_t kHalf = kTogether / 2;

int pairs_of(const Taps& taps) { return (taps.most() + 1) / 2; }

}  // namespace

void Resizer::prepare(ImageView source, int width, int height, bool mirrored) {
  FEEDRATE_CHECK(source.width > 0 && source.height > 0 && width > 0 && height > 0);
  source_ = source;
  width_ = width;
  across_.prepare(source.width, width);
  down_.prepare(source.height, height);
  order_columns(mirrored);
  // Taps of weight zero are read too; what lies there may be of an earlier picture.
  const std::size_t needed =
      static_cast<std::size_t>(source.width + 2 * pairs_of(across_)) * static_cast<std::size_t>(source.channels) +
      kReadBehind;
  if (levels_.size() < needed) levels_.resize(needed);
}

void Resizer::order_columns(bool mirrored) {
  const auto width = static_cast<std::size_t>(width_);
  const auto pairs = static_cast<std::size_t>(pairs_of(across_));
  const std::size_t blocks = (width + kTogether - 1) / kTogether;
  places_.assign(blocks * kTogether, 0);
  pairs_.assign(blocks * kHalf * pairs, TapPair{});
  for (std::size_t target = 0; target < width; ++target) {
    const auto column = static_cast<int>(mirrored ? width - 1 - target : target);
    const std::size_t half = target % kTogether / kHalf;
    const std::size_t number = target / kTogether * kHalf + target % kHalf;
    places_[2 * number + half] = across_.first(column) * source_.channels;
    const std::int16_t* weights = across_.weights(column);
    const auto count = static_cast<std::size_t>(across_.count(column));
    for (std::size_t tap = 0; tap < count; ++tap) {
      auto& pair = pairs_[number * pairs + tap / 2].weights;
      for (std::size_t channel = 0; channel < kGroup; ++channel) pair[8 * half + 2 * channel + tap % 2] = weights[tap];
    }
  }
}

void Resizer::row(int y, const Linear& linear, float* to, std::size_t plane, Way way) {
  // Rows first: that runs along whole rows of bytes, and the one row of levels it leaves stays in the first-level
  // cache.
  blend_rows(
      {source_.row(down_.first(y)), source_.stride, down_.weights(y), down_.count(y), source_.width * source_.channels},
      levels_.data());
  blend_columns({levels_.data(), places_.data(), pairs_.data(), pairs_of(across_), width_, source_.channels}, linear,
                to, plane, way);
}

void Resizer::byte_row(int y, std::uint8_t* to) {
  const auto channels = static_cast<std::size_t>(source_.channels);
  const auto plane = static_cast<std::size_t>(width_);
  planes_.resize(plane * channels);
  if (as_they_are_.factor.size() != channels) {
    as_they_are_.factor.assign(channels, 1);
    as_they_are_.offset.assign(channels, 0);
  }
  row(y, as_they_are_, planes_.data(), plane);
  if (channels == kChannels) return interleave_three(planes_.data(), plane, plane, to);
  for (std::size_t x = 0; x < plane; ++x)
    for (std::size_t channel = 0; channel < channels; ++channel)
      *to++ = static_cast<std::uint8_t>(planes_[channel * plane + x]);
}

void resize(ImageView source, int width, int height, Resizer& resizer, Image& out) {
  resizer.prepare(source, width, height);
  out.reshape(width, height);
  for (int y = 0; y < height; ++y) resizer.byte_row(y, out.row(y));
}

void resize(ArrayView source, int width, int height, Resizer& resizer, Array& out) {
  resize(source, Box{0, 0, source.shape.width, source.shape.height}, width, height, resizer, out);
}

void resize(ArrayView source, const Box& part, int width, int height, Resizer& resizer, Array& out) {
  const auto& shape = source.shape;
  const std::uint8_t* first =
      source.row(part.top) + static_cast<std::size_t>(part.left) * static_cast<std::size_t>(shape.channels);
  resizer.prepare({first, part.width, part.height, static_cast<std::ptrdiff_t>(shape.row_bytes()), shape.channels},
                  width, height);
  out.reshape({height, width, shape.channels});
  for (int y = 0; y < height; ++y) resizer.byte_row(y, out.row(y));
}

}  // namespace feedrate::native
