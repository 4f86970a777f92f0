#include "feedrate/native/task/noise.h"

#include <algorithm>

namespace feedrate::native {

void Noise::fill(const Octaves& octaves, int width, int height, Draws& draws, std::vector<float>& out) {
  out.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0.0F);
  double total = 0;
  double weight = 1;
  for (int i = 0; i < octaves.count; ++i, weight *= octaves.gain) total += weight;
  weight = 1 / total;
  double step = octaves.coarsest;
  for (int i = 0; i < octaves.count; ++i, weight *= octaves.gain, step /= 2) {
    add_octave(static_cast<float>(step), static_cast<float>(weight), width, height, draws, out);
  }
}

void Noise::add_octave(float step, float weight, int width, int height, Draws& draws, std::vector<float>& out) {
  const auto lattice_width = static_cast<std::size_t>(static_cast<float>(width) / step) + 2;
  const auto lattice_height = static_cast<std::size_t>(static_cast<float>(height) / step) + 2;
  lattice_.resize(lattice_width * lattice_height);
  for (float& value : lattice_) value = weight * (static_cast<float>(draws.next() >> 40) * 0x1.0p-23F - 1.0F);

  const auto columns = static_cast<std::size_t>(width);
  above_.resize(columns);
  below_.resize(columns);
  std::size_t loaded = lattice_height;  // the lattice row that below_ holds; none yet
  for (int y = 0; y < height; ++y) {
    const float at = static_cast<float>(y) / step;
    const auto row = static_cast<std::size_t>(at);
    if (loaded != row + 1) {
      if (loaded == row) {
        std::swap(above_, below_);
      } else {
        stretch_row(row, lattice_width, step, above_);
      }
      stretch_row(row + 1, lattice_width, step, below_);
      loaded = row + 1;
    }
    const float part = at - static_cast<float>(row);
    const float* above = above_.data();
    const float* below = below_.data();
    float* to = out.data() + static_cast<std::size_t>(y) * columns;
    for (std::size_t x = 0; x < columns; ++x) to[x] += above[x] + (below[x] - above[x]) * part;
  }
}

void Noise::stretch_row(std::size_t lattice_row, std::size_t lattice_width, float step, std::vector<float>& to) const {
  const float* from = lattice_.data() + lattice_row * lattice_width;
  const float cells = 1.0F / step;
  for (std::size_t x = 0; x < to.size(); ++x) {
    const float at = static_cast<float>(x) * cells;
    const auto column = std::min(static_cast<std::size_t>(at), lattice_width - 2);
    to[x] = from[column] + (from[column + 1] - from[column]) * (at - static_cast<float>(column));
  }
}

}  // namespace feedrate::native
