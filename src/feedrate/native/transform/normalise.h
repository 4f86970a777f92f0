// Levels 0 .. 255 -> float32 planes (channel, row, column): (level / 255 - mean) / deviation. Used by the pipeline,
// whose fused path does it as it stores a row; store() alone is what that is tested against. Pure; any number of
// threads.
#pragma once

#include <span>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/media/array.h"
#include "feedrate/native/media/image.h"

namespace feedrate::native {

struct Normalise {
  std::vector<double> mean = {0.485, 0.456, 0.406};  // one a channel
  std::vector<double> deviation = {0.229, 0.224, 0.225};
};

[[nodiscard]] Status check(const Normalise& normalise, int channels);

// The same as level * factor + offset.
struct Linear {
  std::vector<float> factor;  // one a channel
  std::vector<float> offset;
};
[[nodiscard]] Linear linear_of(const Normalise& normalise);

// The whole picture into channels * height * width floats.
void store(ImageView image, const Linear& linear, std::span<float> to);
// Channels stay interleaved. Replaces what `to` holds.
void normalise(ArrayView from, const Linear& linear, std::vector<float>& to);

}  // namespace feedrate::native
