// A decoded picture: interleaved 8-bit RGB, rows without padding. Used by the codecs, the operations and the dataset
// maker. An Image keeps its buffer when it gets another size, so that a worker thread allocates nothing once it has
// seen its largest picture. Neither type is shared between threads while written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "feedrate/base/error.h"

namespace feedrate::native {

inline constexpr int kChannels = 3;

struct Size {
  int width = 0;
  int height = 0;

  bool operator==(const Size&) const = default;
};

// A part of a picture.
struct Box {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;

  bool operator==(const Box&) const = default;
};

[[nodiscard]] inline bool is_within(const Box& box, const Size& size) {
  return box.left >= 0 && box.top >= 0 && box.width > 0 && box.height > 0 && box.width <= size.width - box.left &&
         box.height <= size.height - box.top;
}

// A rectangle of pixels that somebody else owns; `stride` is bytes from one row to the next. Arrays are looked at as
// pictures of more channels, interleaved all the same.
struct ImageView {
  const std::uint8_t* pixels = nullptr;
  int width = 0;
  int height = 0;
  std::ptrdiff_t stride = 0;
  int channels = kChannels;

  [[nodiscard]] const std::uint8_t* row(int y) const { return pixels + y * stride; }

  [[nodiscard]] ImageView crop(const Box& box) const {
    FEEDRATE_CHECK(is_within(box, {width, height}));
    return {row(box.top) + std::ptrdiff_t{box.left} * channels, box.width, box.height, stride, channels};
  }
};

class Image {
 public:
  // The pixels are unspecified afterwards.
  void reshape(int width, int height) {
    FEEDRATE_CHECK(width > 0 && height > 0);
    width_ = width;
    height_ = height;
    const std::size_t needed = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * kChannels;
    if (pixels_.size() < needed) pixels_.resize(needed);
  }

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] std::ptrdiff_t stride() const { return std::ptrdiff_t{width_} * kChannels; }
  [[nodiscard]] std::uint8_t* row(int y) { return pixels_.data() + y * stride(); }
  [[nodiscard]] ImageView view() const { return {pixels_.data(), width_, height_, stride()}; }

 private:
  std::vector<std::uint8_t> pixels_;  // grows, never shrinks
  int width_ = 0;
  int height_ = 0;
};

}  // namespace feedrate::native
