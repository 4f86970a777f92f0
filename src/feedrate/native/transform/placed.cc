#include "feedrate/native/transform/placed.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace feedrate::native {
namespace {

std::size_t bytes_of(int pixels, const ArrayShape& shape) {
  return static_cast<std::size_t>(pixels) * static_cast<std::size_t>(shape.channels);
}

int pixels_of(double share, int all) { return static_cast<int>(std::lround(share * all)); }

}  // namespace

Box box_of(const ShareBox& share, const ArrayShape& shape) {
  const int top = std::min(pixels_of(share.top, shape.height), shape.height - 1);
  const int left = std::min(pixels_of(share.left, shape.width), shape.width - 1);
  return {left, top, std::clamp(pixels_of(share.width, shape.width), 1, shape.width - left),
          std::clamp(pixels_of(share.height, shape.height), 1, shape.height - top)};
}

void vertical_flip(ArrayView from, Array& to) {
  to.reshape(from.shape);
  const int height = from.shape.height;
  for (int y = 0; y < height; ++y) std::memcpy(to.row(y), from.row(height - 1 - y), from.shape.row_bytes());
}

void crop(ArrayView from, const Box& box, Array& to) {
  to.reshape({box.height, box.width, from.shape.channels});
  const std::size_t left = bytes_of(box.left, from.shape);
  for (int y = 0; y < box.height; ++y)
    std::memcpy(to.row(y), from.row(box.top + y) + left, bytes_of(box.width, from.shape));
}

void center_crop(ArrayView from, int height, int width, Array& to) {
  const int high = std::min(height, from.shape.height);
  const int wide = std::min(width, from.shape.width);
  crop(from, {(from.shape.width - wide) / 2, (from.shape.height - high) / 2, wide, high}, to);
}

void pad(ArrayView from, int border, std::uint8_t value, Array& to) {
  const ArrayShape shape{from.shape.height + 2 * border, from.shape.width + 2 * border, from.shape.channels};
  to.reshape(shape);
  const std::size_t side = bytes_of(border, shape);
  const std::size_t inner = from.shape.row_bytes();
  // What lies between two rows is the right border of one and the left border of the next.
  std::memset(to.values(), value, static_cast<std::size_t>(border) * shape.row_bytes() + side);
  for (int y = 0; y < from.shape.height; ++y) {
    std::uint8_t* row = to.row(border + y) + side;
    std::memcpy(row, from.row(y), inner);
    std::memset(row + inner, value, 2 * side);
  }
  std::uint8_t* last = to.row(border + from.shape.height) + side;
  std::memset(last, value, static_cast<std::size_t>(border) * shape.row_bytes() - side);
}

void erase(ArrayView from, const Box& box, std::uint8_t value, Array& to) {
  to.reshape(from.shape);
  std::memcpy(to.values(), from.values, from.shape.bytes());
  for (int y = 0; y < box.height; ++y)
    std::memset(to.row(box.top + y) + bytes_of(box.left, from.shape), value, bytes_of(box.width, from.shape));
}

void cutmix(ArrayView from, ArrayView other, const Box& box, Array& to) {
  FEEDRATE_CHECK(from.shape == other.shape);
  to.reshape(from.shape);
  std::memcpy(to.values(), from.values, from.shape.bytes());
  const std::size_t left = bytes_of(box.left, from.shape);
  for (int y = box.top; y < box.top + box.height; ++y)
    std::memcpy(to.row(y) + left, other.row(y) + left, bytes_of(box.width, from.shape));
}

}  // namespace feedrate::native
