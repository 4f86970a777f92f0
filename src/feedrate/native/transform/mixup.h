// The weighted mean of two pictures of one shape. Pure.
#pragma once

#include "feedrate/native/media/array.h"

namespace feedrate::native {

// `share`: of the first, to a 256th.
void mixup(ArrayView from, ArrayView other, double share, Array& to);

}  // namespace feedrate::native
