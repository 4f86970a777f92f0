#include "feedrate/native/media/ffmpeg/video.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "feedrate/native/media/ffmpeg/library.h"

namespace feedrate::native {
namespace {

constexpr int kBuffer = 1 << 16;

std::string dotted(unsigned version) {
  return format("{}.{}.{}", AV_VERSION_MAJOR(version), AV_VERSION_MINOR(version), AV_VERSION_MICRO(version));
}

}  // namespace

// What FFmpeg reads a file from, as if it were one.
class VideoDecoder::Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> all = {}) : all_(all) {}

  static int read(void* from, std::uint8_t* to, int count) {
    auto& bytes = *static_cast<Bytes*>(from);
    const std::size_t size = std::min(static_cast<std::size_t>(count), bytes.all_.size() - bytes.at_);
    if (size == 0) return AVERROR_EOF;
    std::memcpy(to, bytes.all_.data() + bytes.at_, size);
    bytes.at_ += size;
    return static_cast<int>(size);
  }

  static std::int64_t seek(void* in, std::int64_t offset, int whence) {
    auto& bytes = *static_cast<Bytes*>(in);
    const auto size = static_cast<std::int64_t>(bytes.all_.size());
    if (whence == AVSEEK_SIZE) return size;
    if (whence == SEEK_CUR) offset += static_cast<std::int64_t>(bytes.at_);
    if (whence == SEEK_END) offset += size;
    if (offset < 0 || offset > size) return AVERROR(EINVAL);
    bytes.at_ = static_cast<std::size_t>(offset);
    return offset;
  }

 private:
  std::span<const std::uint8_t> all_;
  std::size_t at_ = 0;
};

// What decides how pixels become RGB.
struct VideoDecoder::Colours {
  int width = 0;
  int height = 0;
  int format = 0;
  int space = 0;
  int range = 0;

  bool operator==(const Colours&) const = default;
};

class VideoDecoder::Reading {
 public:
  Reading(const Ffmpeg& ffmpeg, Seek seek)
      : ffmpeg_(ffmpeg), seek_(seek), packet_(ffmpeg.av_packet_alloc()), frame_(ffmpeg.av_frame_alloc()) {}
  ~Reading() {
    close();
    ffmpeg_.sws_freeContext(scale_);
    ffmpeg_.av_frame_free(&frame_);
    ffmpeg_.av_packet_free(&packet_);
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  Expected<std::int64_t> open(std::span<const std::uint8_t> bytes) {
    close();
    bytes_ = Bytes(bytes);
    FEEDRATE_TRY_STATUS(open_file());
    FEEDRATE_TRY_STATUS(open_codec());
    if (seek_ == Seek::kExact) FEEDRATE_TRY_STATUS(look_up_times());
    return count();
  }

  Status decode(std::int64_t first, int frames, Clip& out) {
    if (first < 0 || first + frames > count())
      return failure(format("the video has {} frames; a clip of {} cannot begin at {}", count(), frames, first));
    const std::int64_t target = time_of(first);
    out.frames = 0;
    FEEDRATE_TRY_STATUS(begin_at_or_before(target));
    while (out.frames < frames) {
      FEEDRATE_TRY(has_frame, next_frame(target));
      if (!has_frame) return failure(format("the video ended after {} of the {} frames of a clip", out.frames, frames));
      if (frame_->best_effort_timestamp + tolerance_ >= target) FEEDRATE_TRY_STATUS(take_frame(frames, out));
    }
    return {};
  }

 private:
  [[nodiscard]] std::string words(int code) const {
    char text[AV_ERROR_MAX_STRING_SIZE] = {};
    ffmpeg_.av_strerror(code, text, sizeof text);
    return text;
  }
  [[nodiscard]] const AVStream& stream() const { return *file_->streams[stream_]; }
  [[nodiscard]] std::int64_t count() const {
    return seek_ == Seek::kExact ? static_cast<std::int64_t>(times_.size()) : stream().nb_frames;
  }

  void close() {
    ffmpeg_.avcodec_free_context(&codec_);
    if (file_ != nullptr) ffmpeg_.avformat_close_input(&file_);
    if (input_ != nullptr) ffmpeg_.av_free(input_->buffer);
    if (input_ != nullptr) ffmpeg_.avio_context_free(&input_);
    times_.clear();
  }

  Status open_file() {
    auto* buffer = static_cast<unsigned char*>(ffmpeg_.av_malloc(kBuffer));
    input_ = ffmpeg_.avio_alloc_context(buffer, kBuffer, 0, &bytes_, Bytes::read, nullptr, Bytes::seek);
    file_ = ffmpeg_.avformat_alloc_context();
    if (buffer == nullptr || input_ == nullptr || file_ == nullptr) return failure("not enough memory to open a video");
    file_->pb = input_;
    if (const int code = ffmpeg_.avformat_open_input(&file_, nullptr, nullptr, nullptr); code < 0)
      return failure(format("this is no video that FFmpeg reads: {}", words(code)));
    stream_ = ffmpeg_.av_find_best_stream(file_, AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
    // Most heads say all that is needed; to find it in the stream means to decode some of it.
    if (stream_ < 0 || stream().codecpar->width == 0 || stream().avg_frame_rate.num == 0) {
      if (const int code = ffmpeg_.avformat_find_stream_info(file_, nullptr); code < 0)
        return failure(format("the video cannot be looked into: {}", words(code)));
      stream_ = ffmpeg_.av_find_best_stream(file_, AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
    }
    if (stream_ < 0) return failure("the file has no video stream");
    for (unsigned i = 0; i < file_->nb_streams; ++i)
      if (static_cast<int>(i) != stream_) file_->streams[i]->discard = AVDISCARD_ALL;
    if (seek_ == Seek::kApproximate && (stream().nb_frames <= 0 || stream().avg_frame_rate.num <= 0))
      return failure("the video does not say how many frames it has; seek: exact counts them");
    return {};
  }

  Status open_codec() {
    const AVCodec* codec = nullptr;
    ffmpeg_.av_find_best_stream(file_, AVMEDIA_TYPE_VIDEO, stream_, -1, &codec, 0);
    if (codec == nullptr) return failure("the video is of a codec that this FFmpeg cannot decode");
    codec_ = ffmpeg_.avcodec_alloc_context3(codec);
    if (codec_ == nullptr) return failure("not enough memory to decode a video");
    int code = ffmpeg_.avcodec_parameters_to_context(codec_, stream().codecpar);
    codec_->thread_count = 1;
    if (code >= 0) code = ffmpeg_.avcodec_open2(codec_, codec, nullptr);
    if (code < 0) return failure(format("the video cannot be decoded: {}", words(code)));
    // Half a frame where times are reckoned; none where they are known.
    tolerance_ = seek_ == Seek::kExact ? 0 : reckoned(1) / 2;
    return {};
  }

  Status look_up_times() {
    while (ffmpeg_.av_read_frame(file_, packet_) >= 0) {
      const bool is_shown = (packet_->flags & AV_PKT_FLAG_DISCARD) == 0 && packet_->pts != AV_NOPTS_VALUE;
      if (packet_->stream_index == stream_ && is_shown) times_.push_back(packet_->pts);
      ffmpeg_.av_packet_unref(packet_);
    }
    if (times_.empty()) return failure("the video has no frame whose time is known");
    std::sort(times_.begin(), times_.end());
    return {};
  }

  [[nodiscard]] std::int64_t reckoned(std::int64_t frame) const {
    return ffmpeg_.av_rescale_q(frame, av_inv_q(stream().avg_frame_rate), stream().time_base);
  }
  [[nodiscard]] std::int64_t time_of(std::int64_t frame) const {
    if (seek_ == Seek::kExact) return times_[static_cast<std::size_t>(frame)];
    return reckoned(frame) + (stream().start_time == AV_NOPTS_VALUE ? 0 : stream().start_time);
  }

  // At a packet from which all that follow can be decoded, whose frame is not shown after `target`; it is in packet_
  // then. Files are sought by when frames are decoded, and one may be decoded before others that are shown earlier.
  Status begin_at_or_before(std::int64_t target) {
    bool again = false;
    for (std::int64_t sought = target;; again = true) {
      if (const int code = ffmpeg_.av_seek_frame(file_, stream_, sought, AVSEEK_FLAG_BACKWARD); code < 0)
        return failure(format("the video cannot be sought: {}", words(code)));
      ffmpeg_.avcodec_flush_buffers(codec_);
      drop_packet();
      ended_ = false;
      read_packet();
      if (ended_) return failure("the video has no frame where a clip begins");
      const bool is_known = packet_->pts != AV_NOPTS_VALUE && packet_->dts != AV_NOPTS_VALUE;
      const bool is_earliest = again && packet_->dts >= sought;
      if (!is_known || packet_->pts <= target + tolerance_ || is_earliest) return {};
      sought = packet_->dts - 1;
    }
  }

  void drop_packet() {
    ffmpeg_.av_packet_unref(packet_);
    has_packet_ = false;
  }
  // The next of the video into packet_, or ended_.
  void read_packet() {
    while (!has_packet_ && !ended_) {
      ended_ = ffmpeg_.av_read_frame(file_, packet_) < 0;
      if (ended_) return;
      if (packet_->stream_index == stream_)
        has_packet_ = true;
      else
        ffmpeg_.av_packet_unref(packet_);
    }
  }

  // The next one in the order of showing into frame_; false at the end. Frames before `target` that no other is made
  // from are left out.
  Expected<bool> next_frame(std::int64_t target) {
    for (;;) {
      const int code = ffmpeg_.avcodec_receive_frame(codec_, frame_);
      if (code >= 0) return true;
      if (code == AVERROR_EOF) return false;
      if (code != AVERROR(EAGAIN)) return failure(format("the video cannot be decoded: {}", words(code)));
      FEEDRATE_TRY_STATUS(send_packet(target));
    }
  }

  Status send_packet(std::int64_t target) {
    read_packet();
    const bool is_shown = ended_ || packet_->pts == AV_NOPTS_VALUE || packet_->pts + tolerance_ >= target;
    codec_->skip_frame = is_shown ? AVDISCARD_DEFAULT : AVDISCARD_NONREF;
    const int code = ffmpeg_.avcodec_send_packet(codec_, ended_ ? nullptr : packet_);
    drop_packet();
    if (code < 0 && code != AVERROR_EOF) return failure(format("the video cannot be decoded: {}", words(code)));
    return {};
  }

  Status take_frame(int frames, Clip& out) {
    if (out.frames == 0) {
      out.height = frame_->height;
      out.width = frame_->width;
      out.pixels.resize(static_cast<std::size_t>(frames) * out.frame_bytes());
    }
    if (frame_->height != out.height || frame_->width != out.width)
      return failure("the video changes its size in the middle of a clip");
    FEEDRATE_TRY_STATUS(prepare_colours());
    std::uint8_t* to[] = {out.pixels.data() + static_cast<std::size_t>(out.frames) * out.frame_bytes()};
    const int stride[] = {3 * out.width};
    ffmpeg_.sws_scale(scale_, frame_->data, frame_->linesize, 0, out.height, to, stride);
    ++out.frames;
    return {};
  }

  // The same context as long as frames are of the same kind.
  Status prepare_colours() {
    const Colours wanted{frame_->width, frame_->height, frame_->format, frame_->colorspace, frame_->color_range};
    if (scale_ != nullptr && wanted == colours_) return {};
    colours_ = wanted;
    ffmpeg_.sws_freeContext(scale_);
    scale_ = ffmpeg_.sws_getCachedContext(nullptr, wanted.width, wanted.height,
                                          static_cast<AVPixelFormat>(wanted.format), wanted.width, wanted.height,
                                          AV_PIX_FMT_RGB24, SWS_BILINEAR, nullptr, nullptr, nullptr);
    if (scale_ == nullptr) return failure("the video has pixels that FFmpeg cannot turn into RGB");
    const int* table = ffmpeg_.sws_getCoefficients(wanted.space);
    const int is_full = wanted.range == AVCOL_RANGE_JPEG ? 1 : 0;
    ffmpeg_.sws_setColorspaceDetails(scale_, table, is_full, table, 1, 0, 1 << 16, 1 << 16);
    return {};
  }

  const Ffmpeg& ffmpeg_;
  const Seek seek_;
  Bytes bytes_;
  AVPacket* packet_;
  AVFrame* frame_;
  AVIOContext* input_ = nullptr;
  AVFormatContext* file_ = nullptr;
  AVCodecContext* codec_ = nullptr;
  SwsContext* scale_ = nullptr;
  Colours colours_;
  int stream_ = -1;
  std::vector<std::int64_t> times_;  // of all frames, in order; where they are looked up
  std::int64_t tolerance_ = 0;
  bool has_packet_ = false;  // packet_ is the next one
  bool ended_ = false;       // no packet is left
};

VideoDecoder::VideoDecoder(std::unique_ptr<Reading> reading) : reading_(std::move(reading)) {}
VideoDecoder::VideoDecoder(VideoDecoder&&) noexcept = default;
VideoDecoder& VideoDecoder::operator=(VideoDecoder&&) noexcept = default;
VideoDecoder::~VideoDecoder() = default;

std::map<std::string, std::string> ffmpeg_versions() {
  const auto found = ffmpeg();
  if (!found) return {};
  return {{"libavcodec", dotted((*found)->avcodec_version())},
          {"libavformat", dotted((*found)->avformat_version())},
          {"libavutil", dotted((*found)->avutil_version())},
          {"libswscale", dotted((*found)->swscale_version())}};
}

Expected<VideoDecoder> VideoDecoder::make(Seek seek) {
  FEEDRATE_TRY(library, ffmpeg());
  return VideoDecoder(std::make_unique<Reading>(*library, seek));
}

Expected<std::int64_t> VideoDecoder::open(std::span<const std::uint8_t> bytes) { return reading_->open(bytes); }

Status VideoDecoder::decode(std::int64_t first, int frames, Clip& out) { return reading_->decode(first, frames, out); }

}  // namespace feedrate::native
