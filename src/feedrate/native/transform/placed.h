// Operations that only put pixels elsewhere: one file, since each is a few copies of rows. All work on any number of
// channels. Pure.
#pragma once

#include "feedrate/native/media/array.h"

namespace feedrate::native {

// Shares of a picture, as a box of its pixels.
struct ShareBox {
  double top = 0;
  double left = 0;
  double height = 0;
  double width = 0;
};
[[nodiscard]] Box box_of(const ShareBox& share, const ArrayShape& shape);

void vertical_flip(ArrayView from, Array& to);
void crop(ArrayView from, const Box& box, Array& to);
// The middle; no more than there is.
void center_crop(ArrayView from, int height, int width, Array& to);
void pad(ArrayView from, int border, std::uint8_t value, Array& to);
void erase(ArrayView from, const Box& box, std::uint8_t value, Array& to);
// `other` has the same shape.
void cutmix(ArrayView from, ArrayView other, const Box& box, Array& to);

}  // namespace feedrate::native
