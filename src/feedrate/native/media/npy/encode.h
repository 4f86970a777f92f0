// An array of bytes -> a .npy file, as NumPy writes it. Used by the dataset maker and by tests. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "feedrate/native/media/array.h"

namespace feedrate::native {

// `values` are height x width x channels. Replaces what `out` holds.
void encode_npy(std::span<const std::uint8_t> values, const ArrayShape& shape, std::vector<std::uint8_t>& out);

}  // namespace feedrate::native
