#include "feedrate/native/task/videos.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
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

// A folder that goes away with it.
class TemporaryFolder {
 public:
  static Expected<std::unique_ptr<TemporaryFolder>> make() {
    std::string path = (std::filesystem::temp_directory_path() / "feedrate-video-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) return system_failure(format("folder {} cannot be made", path), errno);
    return std::unique_ptr<TemporaryFolder>(new TemporaryFolder(path));
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
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
    if (!folder_) {
      FEEDRATE_TRY(made, TemporaryFolder::make());
      folder_ = std::move(made);
    }
    paint(index);
    FEEDRATE_TRY_STATUS(host::write_file(folder_->path() + "/frames", frames_));
    FEEDRATE_TRY_STATUS(encode());
    FEEDRATE_TRY(bytes, host::read_file(folder_->path() + "/video.mp4"));
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

  Status encode() const {
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
    command.insert(command.end(), {"-r", std::to_string(kVideoRate), "-i", folder_->path() + "/frames", "-an", "-c:v",
                                   encoder_, "-pix_fmt", "yuv420p", "-g", gop, "-keyint_min", gop, "-threads", "1"});
    if (videos_.codec == "h264") command.insert(command.end(), {"-crf", "18", "-sc_threshold", "0"});
    if (videos_.codec == "hevc")
      command.insert(command.end(),
                     {"-crf", "20", "-x265-params", "scenecut=0:pools=none:frame-threads=1:log-level=error"});
    if (videos_.codec == "vp9") command.insert(command.end(), {"-b:v", "0", "-crf", "32", "-deadline", "realtime"});
    command.insert(command.end(), {"-bitexact", "-movflags", "+faststart", folder_->path() + "/video.mp4"});
    auto said = host::capture({command, {}}, kPatience);
    if (!said) return while_doing(std::move(said).error(), "encoding a video, for which the program ffmpeg is needed");
    if (said->ending.code != 0 || said->ending.signal != 0)
      return failure(format("ffmpeg could not encode a video with {}: {}", encoder_, said->output));
    return {};
  }

  const Videos videos_;
  const char* encoder_;
  std::unique_ptr<TemporaryFolder> folder_;
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
