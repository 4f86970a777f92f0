// Image -> JPEG bytes, by libjpeg-turbo: baseline. Used by the dataset maker, by the JPEG round trip and by
// tests, one encoder a thread; it and the output buffer are reused. Does not write files.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/media/image.h"

namespace feedrate::native {

enum class HuffmanTables {
  kOptimised,  // made for the picture: smaller files, a second pass
  kStandard,
};

// Pixels that share their colour: 2 x 2, 2 side by side, or none.
enum class Subsampling { k420, k422, k444 };

class JpegEncoder {
 public:
  JpegEncoder();
  ~JpegEncoder();
  JpegEncoder(JpegEncoder&&) noexcept;
  JpegEncoder& operator=(JpegEncoder&&) noexcept;

  // Replaces what `out` holds. Quality is libjpeg's 1 .. 100.
  Status encode(ImageView image, int quality, std::vector<std::uint8_t>& out,
                HuffmanTables tables = HuffmanTables::kOptimised, Subsampling subsampling = Subsampling::k420);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace feedrate::native
