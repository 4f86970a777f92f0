#include "feedrate/native/task/videos.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

#include "feedrate/host/capture.h"
#include "feedrate/host/files.h"
#include "feedrate/native/task/scene.h"

namespace feedrate::native {
namespace {

constexpr double kPatience = 600;  // seconds for a video
constexpr int kMostGop = 1000;

struct Codec {
  const char* name;
  const char* encoder;
};
constexpr std::array<Codec, 4> kCodecs = {
    {{"h264", "libx264"}, {"hevc", "libx265"}, {"vp9", "libvpx-vp9"}, {"mpeg4", "mpeg4"}}};

// A file in memory, which other programs of the same person can open by its path, and which is gone with this process
// whatever becomes of it.
class MemoryFile {
 public:
  static Expected<MemoryFile> make(const char* name) {
    const int file = memfd_create(name, MFD_CLOEXEC);
    if (file < 0) return system_failure("a file in memory cannot be made", errno);
    return MemoryFile(file);
  }
  MemoryFile(MemoryFile&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  MemoryFile& operator=(MemoryFile&&) = delete;
  ~MemoryFile() {
    if (file_ >= 0) close(file_);
  }

  [[nodiscard]] std::string path() const { return format("/proc/{}/fd/{}", getpid(), file_); }

 private:
  explicit MemoryFile(int file) : file_(file) {}
  int file_;
};

// There and back again between 0 and `room`.
int wander(int place, int room) {
  const int turn = place % (2 * room);
  return turn < room ? turn : 2 * room - turn;
}

// One video of the data set, from its number to the bytes of its file. One a thread.
class VideoFile {
 public:
  VideoFile(const Videos& videos, const char* encoder) : videos_(videos), encoder_(encoder) {}

  Expected<std::span<const std::uint8_t>> make(std::uint64_t index) {
    FEEDRATE_TRY(frames, MemoryFile::make("frames"));
    FEEDRATE_TRY(video, MemoryFile::make("video"));
    paint(index);
    std::ofstream(frames.path(), std::ios::binary) << frames_;
    FEEDRATE_TRY_STATUS(encode(frames.path(), video.path()));
    FEEDRATE_TRY(bytes, host::read_file(video.path()));
    bytes_.assign(bytes.begin(), bytes.end());
    return std::span<const std::uint8_t>(bytes_);
  }

 private:
  void paint(std::uint64_t index) {
    scene_.make(videos_.seed, index, image_);
    Draws draws(videos_.seed, 1, index);
    const int right = 1 + draws.below(3);
    const int down = 1 + draws.below(2);
    const int left = draws.below(kPhotoWidth);
    const int top = draws.below(kPhotoHeight);
    frames_.clear();
    for (int i = 0; i < kVideoFrames; ++i) {
      const auto view =
          image_.view().crop({wander(left + i * right, kPhotoWidth - kVideoWidth),
                              wander(top + i * down, kPhotoHeight - kVideoHeight), kVideoWidth, kVideoHeight});
      for (int y = 0; y < kVideoHeight; ++y) add_row(view.row(y), draws);
    }
  }

  // With the noise of a camera, of which every frame has its own.
  void add_row(const std::uint8_t* row, Draws& draws) {
    std::uint64_t bits = 0;
    for (int x = 0; x < kVideoWidth * kChannels; ++x) {
      if (x % 16 == 0) bits = draws.next();
      const int noise = static_cast<int>(bits & 7U) - 3;
      bits >>= 4U;
      frames_.push_back(static_cast<char>(std::clamp(row[x] + noise, 0, 255)));
    }
  }

  Status encode(const std::string& from, const std::string& to) const {
    const std::string gop = std::to_string(videos_.gop);
    std::vector<std::string> command = {"ffmpeg",
                                        "-v",
                                        "error",
                                        "-nostdin",
                                        "-y",
                                        "-f",
                                        "rawvideo",
                                        "-pix_fmt",
                                        "rgb24",
                                        "-s",
                                        format("{}x{}", kVideoWidth, kVideoHeight)};
    command.insert(command.end(), {"-r", std::to_string(kVideoRate), "-i", from, "-an", "-c:v", encoder_, "-pix_fmt",
                                   "yuv420p", "-g", gop, "-keyint_min", gop, "-threads", "1"});
    if (videos_.codec == "h264") command.insert(command.end(), {"-crf", "18", "-sc_threshold", "0"});
    if (videos_.codec == "hevc")
      command.insert(command.end(),
                     {"-crf", "20", "-x265-params", "scenecut=0:pools=none:frame-threads=1:log-level=error"});
    if (videos_.codec == "vp9") command.insert(command.end(), {"-b:v", "0", "-crf", "32", "-deadline", "realtime"});
    command.insert(command.end(), {"-bitexact", "-movflags", "+faststart", "-f", "mp4", to});
    auto said = host::capture({command, {}}, kPatience);
    if (!said) return while_doing(std::move(said).error(), "encoding a video, for which the program ffmpeg is needed");
    if (said->ending.code != 0 || said->ending.signal != 0)
      return failure(format("ffmpeg could not encode a video with {}: {}", encoder_, said->output));
    return {};
  }

  const Videos videos_;
  const char* encoder_;
  SceneMaker scene_;
  Image image_;
  std::string frames_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

Expected<DatasetMade> make_videos(const Videos& videos, const Progress& progress) {
  const auto* codec =
      std::find_if(kCodecs.begin(), kCodecs.end(), [&](const Codec& each) { return videos.codec == each.name; });
  if (codec == kCodecs.end())
    return input_error(format("codec is {}; expected h264, hevc, vp9 or mpeg4", videos.codec));
  if (videos.gop < 1 || videos.gop > kMostGop)
    return input_error(format("gop is {}; expected 1 .. {}", videos.gop, kMostGop));
  const auto maker = [&] {
    return
        [file = std::make_shared<VideoFile>(videos, codec->encoder)](std::uint64_t index) { return file->make(index); };
  };
  constexpr std::uint64_t kLeast = 1'000;  // whatever an encoder makes of them
  constexpr std::uint64_t kMost = 100'000'000;
  return make_files({videos.folder,
                     {format("videos-{}-gop-{}", videos.codec, videos.gop), 1, videos.seed, videos.count},
                     videos.threads,
                     ".mp4",
                     kLeast,
                     kMost},
                    maker, progress);
}

}  // namespace feedrate::native
