// Image -> PNG bytes, by libpng: 8-bit RGB, filters chosen row by row, as most writers do. Used by the dataset maker
// and by tests.
#pragma once

#include <cstdint>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/media/image.h"

namespace feedrate::native {

// Replaces what `out` holds.
Status encode_png(ImageView image, std::vector<std::uint8_t>& out);

}  // namespace feedrate::native
