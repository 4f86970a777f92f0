// The hot path: resize what was cropped, mirror, normalise and store in one walk over the target rows, with no picture
// in between. Gives bit for bit what the single operations give one after the other. Used by the pipeline, one Resizer
// a thread.
#pragma once

#include <span>

#include "feedrate/native/media/image.h"
#include "feedrate/native/transform/normalise.h"
#include "feedrate/native/transform/resize.h"

namespace feedrate::native {

// `to` is channels * height * width floats. They go past the caches where `to` and its planes begin at multiples of
// kAlign: a batch is read when it is whole, long after that.
void resize_flip_normalise(ImageView image, int width, int height, bool mirrored, const Linear& linear,
                           Resizer& resizer, std::span<float> to);

}  // namespace feedrate::native
