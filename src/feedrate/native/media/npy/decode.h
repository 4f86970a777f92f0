// .npy bytes (NumPy's format, versions 1 to 3) -> a view of the array in them: 8-bit, rows first, three dimensions
// (height, width, channels). Nothing is copied. Used by the pipeline. Pure; any number of threads.
#pragma once

#include <cstdint>
#include <span>

#include "feedrate/base/error.h"
#include "feedrate/native/media/image.h"

namespace feedrate::native {

// Valid as long as the bytes are. An error says what the array is and what was expected.
[[nodiscard]] Expected<ImageView> view_npy(std::span<const std::uint8_t> bytes);

}  // namespace feedrate::native
