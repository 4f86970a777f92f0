// A picture of any number of channels: 8-bit, interleaved, rows without padding. Used by the operations of the
// transform scope. An Array keeps its buffer when it gets another shape, and a
// little behind its last value may be read (and means nothing), so that vectors need no last step of their own where
// they only read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "feedrate/base/error.h"
#include "feedrate/native/media/aligned.h"
#include "feedrate/native/media/image.h"

namespace feedrate::native {

struct ArrayShape {
  int height = 0;
  int width = 0;
  int channels = 0;

  bool operator==(const ArrayShape&) const = default;
  [[nodiscard]] std::size_t row_bytes() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
  }
  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(height) * row_bytes(); }
};

struct ArrayView {
  const std::uint8_t* values = nullptr;
  ArrayShape shape;

  [[nodiscard]] const std::uint8_t* row(int y) const {
    return values + static_cast<std::size_t>(y) * shape.row_bytes();
  }
  // Of three channels only.
  [[nodiscard]] ImageView image() const {
    FEEDRATE_CHECK(shape.channels == kChannels);
    return {values, shape.width, shape.height, static_cast<std::ptrdiff_t>(shape.row_bytes())};
  }
};

class Array {
 public:
  static constexpr std::size_t kReadableBehind = 64;

  // The values are unspecified afterwards.
  void reshape(const ArrayShape& shape) {
    FEEDRATE_CHECK(shape.height > 0 && shape.width > 0 && shape.channels > 0);
    shape_ = shape;
    if (values_.values().size() < shape.bytes() + kReadableBehind)
      values_ = Aligned<std::uint8_t>(shape.bytes() + kReadableBehind);
  }

  [[nodiscard]] const ArrayShape& shape() const { return shape_; }
  [[nodiscard]] std::uint8_t* values() { return values_.values().data(); }
  [[nodiscard]] std::uint8_t* row(int y) {
    return values_.values().data() + static_cast<std::size_t>(y) * shape_.row_bytes();
  }
  [[nodiscard]] ArrayView view() const { return {values_.values().data(), shape_}; }

 private:
  Aligned<std::uint8_t> values_;  // grows, never shrinks
  ArrayShape shape_;
};

}  // namespace feedrate::native
