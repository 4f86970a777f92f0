// One thread's tools for making samples, stage by stage. Keeps its buffers from sample to sample, so that none is made
// anew. Used by the pipeline, which does the stages one after the other, and by StageAlone, which does one only.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "feedrate/native/media/ffmpeg/video.h"
#include "feedrate/native/media/jpeg/decode.h"
#include "feedrate/native/media/png/decode.h"
#include "feedrate/native/media/random.h"
#include "feedrate/native/pipeline/definition.h"
#include "feedrate/native/transform/resize.h"

namespace feedrate::native {

class Desk {
 public:
  // `definition` outlives it.
  explicit Desk(const Definition& definition);

  // Draws which part to take and decodes that. `encoded` must stay as it is until the sample was transformed.
  Status decode(std::span<const std::uint8_t> encoded, Draws draws);
  // What was decoded last, resized, mirrored and normalised.
  void transform(std::span<float> to);

  std::vector<std::uint8_t> bytes;  // for encoded samples that have to be read

 private:
  Status decode_photo(std::span<const std::uint8_t> encoded, Draws& draws);
  Status decode_png(std::span<const std::uint8_t> encoded, Draws& draws);
  Status decode_array(std::span<const std::uint8_t> encoded, Draws& draws);
  Status decode_clip(std::span<const std::uint8_t> encoded, Draws& draws);

  const Definition* definition_;
  Linear linear_;
  JpegDecoder decoder_;
  PngDecoder png_;
  Image image_;
  std::optional<VideoDecoder> video_;  // once there was a video
  Clip clip_;
  std::vector<ImageView> parts_;  // one a frame
  bool mirrored_ = false;
  Resizer resizer_;
};

}  // namespace feedrate::native
