// Bilinear antialiased resize of 8-bit pictures of any number of channels. Used alone and row by row under the fused
// path. One Resizer a thread; it keeps its coefficients and its one row of scratch. Works on any view, so a crop is
// resized without being copied.
#pragma once

#include <vector>

#include "feedrate/native/media/array.h"
#include "feedrate/native/media/image.h"
#include "feedrate/native/transform/normalise.h"
#include "feedrate/native/transform/resize_kernel.h"
#include "feedrate/native/transform/taps.h"

namespace feedrate::native {

class Resizer {
 public:
  // `source` must stay as it is until the last row was taken. Mirrored: what was left comes out right.
  void prepare(ImageView source, int width, int height, bool mirrored = false);

  // Row y of the result: `width` floats into a plane for each channel; they are `plane` floats apart.
  void row(int y, const Linear& linear, float* to, std::size_t plane, Way way = Way::kCached);
  // The same as interleaved levels.
  void byte_row(int y, std::uint8_t* to);

 private:
  void order_columns(bool mirrored);

  ImageView source_;
  int width_ = 0;
  Taps across_;
  Taps down_;
  // The columns of across_, as ColumnBlend wants them.
  std::vector<std::int32_t> places_;
  std::vector<TapPair> pairs_;
  std::vector<std::int16_t> levels_;  // one row of the source's width
  std::vector<float> planes_;         // one row of the target's, for byte_row
  Linear as_they_are_;                // levels of as many channels
};

void resize(ImageView source, int width, int height, Resizer& resizer, Image& out);
void resize(ArrayView source, int width, int height, Resizer& resizer, Array& out);
// A part of it.
void resize(ArrayView source, const Box& part, int width, int height, Resizer& resizer, Array& out);

}  // namespace feedrate::native
