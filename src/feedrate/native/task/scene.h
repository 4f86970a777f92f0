// Paints a picture that a codec and a resize find about as hard as a photo: sky with clouds, hills with rough ground,
// things with edges and shadows, lens shading, sensor noise. Used by photos.cc. The picture depends only on (seed,
// index): no function of the maths library whose last bit differs between systems is used. One SceneMaker a thread.
#pragma once

#include <cstdint>
#include <vector>

#include "feedrate/native/media/image.h"
#include "feedrate/native/media/random.h"
#include "feedrate/native/task/canvas.h"
#include "feedrate/native/task/noise.h"
#include "feedrate/native/task/shape.h"

namespace feedrate::native {

inline constexpr int kPhotoWidth = 500;
inline constexpr int kPhotoHeight = 375;

class SceneMaker {
 public:
  void make(std::uint64_t seed, std::uint64_t index, Image& out);

 private:
  void paint_sky(Draws& draws);
  void paint_hills(Draws& draws);
  void paint_things(Draws& draws);
  void expose(Draws& draws, Image& out);

  Canvas canvas_;
  Noise noise_;
  std::vector<float> clouds_;  // coarse
  std::vector<float> ground_;  // from metres down to pebbles
  std::vector<float> fine_;    // pixels
  Light light_;
  Colour sky_top_, sky_low_, near_, far_;
  float horizon_ = 0;
};

}  // namespace feedrate::native
