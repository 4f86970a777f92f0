// `dataset make arrays`: a folder of deterministic .npy files, 256 x 256 of any number of channels, 8-bit: what
// satellites and microscopes give. Every three channels are of another painted scene. Used by app/native.
#pragma once

#include <cstdint>
#include <string>

#include "feedrate/base/error.h"
#include "feedrate/native/task/dataset_files.h"

namespace feedrate::native {

struct Arrays {
  std::string folder;
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
  int channels = 9;
  int threads = 1;
};

inline constexpr int kArraySide = 256;
inline constexpr int kMostChannels = 256;

[[nodiscard]] Expected<DatasetMade> make_arrays(const Arrays& arrays, const Progress& progress = {});

}  // namespace feedrate::native
