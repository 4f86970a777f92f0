// How often each level is there, a channel. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "feedrate/native/media/array.h"

namespace feedrate::native {

using Histogram = std::array<std::uint32_t, 256>;

[[nodiscard]] std::vector<Histogram> histograms(ArrayView picture);

}  // namespace feedrate::native
