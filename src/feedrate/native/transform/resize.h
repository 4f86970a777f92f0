// Bilinear antialiased resize of 8-bit RGB. Used alone and row by row under the fused path. One Resizer a thread; it
// keeps its coefficients and its one row of scratch. Works on any view, so a crop is resized without being copied.
#pragma once

#include <vector>

#include "feedrate/native/media/image.h"
#include "feedrate/native/transform/taps.h"

namespace feedrate::native {

class Resizer {
 public:
  // `source` must stay as it is until the last row was taken.
  void prepare(ImageView source, int width, int height);

  // Row y of the result: `width` pixels of four floats (red, green, blue, unspecified), whole levels 0 .. 255. Valid
  // until the next call.
  [[nodiscard]] const float* row(int y);

 private:
  void blend_rows(int y);
  void blend_columns();

  ImageView source_;
  int width_ = 0;
  Taps across_;
  Taps down_;
  std::vector<float> blended_;  // one row of the source's width
  std::vector<float> row_;
};

void resize(ImageView source, int width, int height, Resizer& resizer, Image& out);

}  // namespace feedrate::native
