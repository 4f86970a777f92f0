#include "feedrate/native/transform/transpose.h"

#include <algorithm>
#include <cstring>

#include "feedrate/native/transform/byte_kernel.h"

namespace feedrate::native {
namespace {

// A part of the source that stays in the first-level cache while it is read column by column.
constexpr int kTileRows = 256;
constexpr int kTileColumns = 64;

void transpose_any(ArrayView from, const Box& tile, Array& to) {
  const auto channels = static_cast<std::size_t>(from.shape.channels);
  for (int x = tile.left; x < tile.left + tile.width; ++x)
    for (int y = tile.top; y < tile.top + tile.height; ++y)
      std::memcpy(to.row(x) + static_cast<std::size_t>(y) * channels,
                  from.row(y) + static_cast<std::size_t>(x) * channels, channels);
}

}  // namespace

void transpose(ArrayView from, Array& to) {
  const auto& shape = from.shape;
  to.reshape({shape.width, shape.height, shape.channels});
  for (int top = 0; top < shape.height; top += kTileRows) {
    for (int left = 0; left < shape.width; left += kTileColumns) {
      const Box tile{left, top, std::min(kTileColumns, shape.width - left), std::min(kTileRows, shape.height - top)};
      if (shape.channels == 3)
        transpose_three({from.row(top) + static_cast<std::size_t>(left) * 3, shape.row_bytes()},
                        static_cast<std::size_t>(tile.height), static_cast<std::size_t>(tile.width),
                        {to.row(left) + static_cast<std::size_t>(top) * 3, to.shape().row_bytes()});
      else
        transpose_any(from, tile, to);
    }
  }
}

}  // namespace feedrate::native
