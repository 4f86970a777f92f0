// Value noise: a field of smooth random values with detail at several scales, the stuff of clouds, rock and grass. Used
// by scene.cc. Each octave is a coarse lattice brought up to full size bilinearly, which costs about a nanosecond a
// pixel. One Noise a thread; it keeps its buffers.
#pragma once

#include <vector>

#include "feedrate/native/media/random.h"

namespace feedrate::native {

struct Octaves {
  double coarsest = 64;  // pixels between lattice points of the first octave; each further one has half of that
  int count = 4;
  double gain = 0.5;  // weight of an octave against the one before
};

class Noise {
 public:
  // width * height values in [-1, 1], mean about zero, row by row.
  void fill(const Octaves& octaves, int width, int height, Draws& draws, std::vector<float>& out);

 private:
  void add_octave(float step, float weight, int width, int height, Draws& draws, std::vector<float>& out);
  void stretch_row(std::size_t lattice_row, std::size_t lattice_width, float step, std::vector<float>& to) const;

  std::vector<float> lattice_;
  std::vector<float> above_;
  std::vector<float> below_;
};

}  // namespace feedrate::native
