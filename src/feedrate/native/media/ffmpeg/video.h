// Clips of videos that lie in memory, by FFmpeg: some frames from one on, as 8-bit RGB. One VideoDecoder a thread, with
// one thread of FFmpeg's.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/media/image.h"

namespace feedrate::native {

// "libavcodec" -> "59.37.100"; none where it is not found.
[[nodiscard]] std::map<std::string, std::string> ffmpeg_versions();

enum class Seek {
  kExact,        // when each frame is shown is looked up in the whole file
  kApproximate,  // frames are taken to follow each other evenly, as the file's head says
};

struct Clip {
  int frames = 0;
  int height = 0;
  int width = 0;
  std::vector<std::uint8_t> pixels;  // frames x height x width x 3

  [[nodiscard]] std::size_t frame_bytes() const {
    return static_cast<std::size_t>(height) * static_cast<std::size_t>(width) * kChannels;
  }
  [[nodiscard]] ImageView frame(int number) const {
    return {pixels.data() + static_cast<std::size_t>(number) * frame_bytes(), width, height,
            std::ptrdiff_t{width} * kChannels};
  }
};

class VideoDecoder {
 public:
  // An error where FFmpeg's libraries are not found.
  [[nodiscard]] static Expected<VideoDecoder> make(Seek seek);
  VideoDecoder(VideoDecoder&&) noexcept;
  VideoDecoder& operator=(VideoDecoder&&) noexcept;
  ~VideoDecoder();

  // How many frames it has. `bytes` must stay until the next call, or the decoder's end.
  [[nodiscard]] Expected<std::int64_t> open(std::span<const std::uint8_t> bytes);
  // Of what was opened: the frames `first`, `first` + 1 ... Memory of `out` is used again.
  Status decode(std::int64_t first, int frames, Clip& out);

 private:
  class Bytes;
  struct Colours;
  class Reading;
  explicit VideoDecoder(std::unique_ptr<Reading> reading);
  std::unique_ptr<Reading> reading_;
};

}  // namespace feedrate::native
