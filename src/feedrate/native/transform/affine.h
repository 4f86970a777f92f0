// Sheared along x, scaled and turned clockwise about the middle, then moved: the matrix that torchvision documents.
// Bilinear; black where nothing was. Pure.
#pragma once

#include "feedrate/native/media/array.h"

namespace feedrate::native {

struct Affine {
  double angle = 0;  // degrees
  double scale = 1;
  double shear = 0;  // degrees
  double right = 0;  // pixels
  double down = 0;
};

void affine(ArrayView from, const Affine& move, Array& to);

}  // namespace feedrate::native
