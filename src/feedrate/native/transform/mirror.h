// Left and right exchanged, for any number of channels. Pure. (The pipeline mirrors as it stores a row:
// resize_flip_normalise.h.)
#pragma once

#include "feedrate/native/media/array.h"

namespace feedrate::native {

void mirror(ArrayView from, Array& to);
// Top and bottom too: turned by 180 degrees.
void half_turn(ArrayView from, Array& to);

}  // namespace feedrate::native
