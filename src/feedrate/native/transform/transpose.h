// Rows and columns exchanged, for any number of channels. Pure.
#pragma once

#include "feedrate/native/media/array.h"

namespace feedrate::native {

void transpose(ArrayView from, Array& to);

}  // namespace feedrate::native
