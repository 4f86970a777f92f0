// `dataset make videos`: a folder of MP4 files of 240 frames, 320 x 240, 30 a second, in which a camera wanders over a
// painted scene. Encoded by the program ffmpeg, so that other versions of it give other bytes. Used by app/native.
#pragma once

#include <cstdint>
#include <string>

#include "feedrate/base/error.h"
#include "feedrate/native/task/dataset_files.h"

namespace feedrate::native {

struct Videos {
  std::string folder;
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
  std::string codec = "h264";  // h264, hevc, vp9 or mpeg4
  int gop = 30;                // frames from one that needs no other to the next
  int threads = 1;
};

inline constexpr int kVideoWidth = 320;
inline constexpr int kVideoHeight = 240;
inline constexpr int kVideoFrames = 240;
inline constexpr int kVideoRate = 30;

[[nodiscard]] Expected<DatasetMade> make_videos(const Videos& videos, const Progress& progress = {});

}  // namespace feedrate::native
