// Things that stand in a painted scene: lit balls, boards and walls with rows of windows, each with a soft shadow. Hard
// edges and repeating detail are what photos have and noise has not. Used by scene.cc; pure but for the canvas.
#pragma once

#include <vector>

#include "feedrate/native/task/canvas.h"

namespace feedrate::native {

struct Shape {
  enum class Kind { kBall, kBoard, kWall };

  Kind kind = Kind::kBall;
  float x = 0;  // centre and half sizes, in pixels
  float y = 0;
  float half_width = 0;
  float half_height = 0;
  float cosine = 1;  // of its turn
  float sine = 0;
  Colour colour;
  Colour detail;       // stripes and windows
  float pitch = 12;    // pixels between them
  float grain = 0.2F;  // how much of the texture shows
};

struct Light {
  float x = -0.5F;  // towards the light; y down, z out of the picture; length one
  float y = -0.6F;
  float z = 0.6F;
};

// `texture`: a value in [-1, 1] a pixel of the canvas.
void paint_shadow(const Shape& shape, const Light& light, Canvas& canvas);
void paint_shape(const Shape& shape, const Light& light, const std::vector<float>& texture, Canvas& canvas);

}  // namespace feedrate::native
