// Levels 0 .. 255 -> float32 planes (channel, row, column): (level / 255 - mean) / deviation. Used by the pipeline,
// whole pictures or, in the fused path, row by row. Pure; any number of threads.
#pragma once

#include <array>
#include <span>

#include "feedrate/base/error.h"
#include "feedrate/native/media/image.h"

namespace feedrate::native {

struct Normalise {
  std::array<double, kChannels> mean = {0.485, 0.456, 0.406};
  std::array<double, kChannels> deviation = {0.229, 0.224, 0.225};
};

[[nodiscard]] Status check(const Normalise& normalise);

class Normaliser {
 public:
  explicit Normaliser(const Normalise& normalise);

  // `pixels`: `width` times four floats, as Resizer::row() gives them. `to`: the row in the first plane; planes are
  // `plane` floats apart. Mirrored: the first pixel goes to the end of the row.
  void store_row(const float* pixels, int width, bool mirrored, float* to, std::size_t plane) const;

  // The whole picture into kChannels * height * width floats.
  void store(ImageView image, std::span<float> to) const;

 private:
  // level * factor + offset; the fourth is for the unused lane.
  alignas(16) std::array<float, 4> factor_{};
  alignas(16) std::array<float, 4> offset_{};
};

}  // namespace feedrate::native
