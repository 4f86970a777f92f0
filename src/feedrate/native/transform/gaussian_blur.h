// Every pixel a weighted mean of its neighbours, weights as of a bell; at the border the picture is mirrored without
// repeating its last row or column. For any number of channels. One Blur a thread; it keeps its one row of scratch.
#pragma once

#include <vector>

#include "feedrate/native/media/array.h"
#include "feedrate/native/transform/blur_kernel.h"

namespace feedrate::native {

class Blur {
 public:
  // `size`: pixels across, odd.
  Blur(int size, double sigma);

  void operator()(ArrayView from, Array& to);

 private:
  BlurWeights weights_;
  std::vector<std::uint16_t> levels_;
};

}  // namespace feedrate::native
