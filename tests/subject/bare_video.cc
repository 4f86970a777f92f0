// A bare FFmpeg loop over the same clips of the same videos as the native decoder, with as many threads: opens, seeks,
// decodes, turns into RGB. Written against the libraries themselves, and with nothing around. For tools/video.
extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
}

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "feedrate/app/native/marks_file.h"
#include "feedrate/native/storage/sample_files.h"
#include "native_subject.h"

namespace feedrate {
namespace {

struct Input {
  const std::vector<std::uint8_t>* bytes;
  std::size_t at;
};

int read_some(void* opaque, std::uint8_t* to, int size) {
  auto* input = static_cast<Input*>(opaque);
  const std::size_t count = std::min(static_cast<std::size_t>(size), input->bytes->size() - input->at);
  if (count == 0) return AVERROR_EOF;
  std::memcpy(to, input->bytes->data() + input->at, count);
  input->at += count;
  return static_cast<int>(count);
}

std::int64_t seek_to(void* opaque, std::int64_t offset, int whence) {
  auto* input = static_cast<Input*>(opaque);
  if (whence == AVSEEK_SIZE) return static_cast<std::int64_t>(input->bytes->size());
  if (whence == SEEK_CUR) offset += static_cast<std::int64_t>(input->at);
  if (whence == SEEK_END) offset += static_cast<std::int64_t>(input->bytes->size());
  input->at = static_cast<std::size_t>(offset);
  return offset;
}

// The videos are those that `feedrate dataset make videos` made: whatever goes wrong is a mistake in here.
void want(bool holds) {
  if (!holds) std::abort();
}

class Loop {
 public:
  Loop(std::vector<std::vector<std::uint8_t>> videos, int frames, int threads, app::MarksFile& marks)
      : videos_(std::move(videos)), frames_(frames), marks_(marks) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Loop() {
    stopping_ = true;
    for (auto& thread : threads_) thread.join();
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  void wait_for(std::uint64_t clips) {
    for (auto done = done_.load(); done < clips; done = done_.load()) done_.wait(done);
  }

 private:
  void work() {
    AVPacket* packet = av_packet_alloc();
    AVFrame* frame = av_frame_alloc();
    SwsContext* scale = nullptr;
    std::vector<std::uint8_t> pixels;
    while (!stopping_) {
      const std::uint64_t ticket = next_++;
      Input input{&videos_[ticket % videos_.size()], 0};
      constexpr int kBuffer = 1 << 16;
      AVIOContext* io = avio_alloc_context(static_cast<unsigned char*>(av_malloc(kBuffer)), kBuffer, 0, &input,
                                           read_some, nullptr, seek_to);
      AVFormatContext* file = avformat_alloc_context();
      file->pb = io;
      want(avformat_open_input(&file, nullptr, nullptr, nullptr) >= 0);
      const AVCodec* decoder = nullptr;
      const int index = av_find_best_stream(file, AVMEDIA_TYPE_VIDEO, -1, -1, &decoder, 0);
      want(index >= 0);
      const AVStream* stream = file->streams[index];
      AVCodecContext* codec = avcodec_alloc_context3(decoder);
      want(avcodec_parameters_to_context(codec, stream->codecpar) >= 0);
      codec->thread_count = 1;
      want(avcodec_open2(codec, decoder, nullptr) >= 0);
      const auto choices = static_cast<std::uint64_t>(stream->nb_frames - frames_ + 1);
      const auto first = static_cast<std::int64_t>((ticket / videos_.size() * 61 + 17) % choices);
      const std::int64_t each = av_rescale_q(1, av_inv_q(stream->avg_frame_rate), stream->time_base);
      const std::int64_t target = stream->start_time + first * each;
      // Files are sought by when frames are decoded: the one that was found may be shown too late.
      want(av_seek_frame(file, index, target, AVSEEK_FLAG_BACKWARD) >= 0 && av_read_frame(file, packet) >= 0);
      if (packet->pts > target + each / 2 && packet->dts > 0) {
        const std::int64_t earlier = packet->dts - 1;
        av_packet_unref(packet);
        want(av_seek_frame(file, index, earlier, AVSEEK_FLAG_BACKWARD) >= 0 && av_read_frame(file, packet) >= 0);
      }
      bool is_more = true;
      for (int taken = 0; taken < frames_;) {
        const int code = avcodec_receive_frame(codec, frame);
        if (code == AVERROR(EAGAIN)) {
          // Frames before the clip that no other is made from need not be decoded.
          const bool is_shown = !is_more || packet->pts + each / 2 >= target;
          codec->skip_frame = is_shown ? AVDISCARD_DEFAULT : AVDISCARD_NONREF;
          want(avcodec_send_packet(codec, is_more ? packet : nullptr) >= 0);
          av_packet_unref(packet);
          is_more = av_read_frame(file, packet) >= 0;
          continue;
        }
        want(code >= 0);
        if (frame->best_effort_timestamp + each / 2 < target) continue;
        scale = sws_getCachedContext(scale, frame->width, frame->height, static_cast<AVPixelFormat>(frame->format),
                                     frame->width, frame->height, AV_PIX_FMT_RGB24, SWS_BILINEAR, nullptr, nullptr,
                                     nullptr);
        const auto size = static_cast<std::size_t>(frame->width) * static_cast<std::size_t>(frame->height) * 3;
        pixels.resize(size * static_cast<std::size_t>(frames_));
        std::uint8_t* to[] = {pixels.data() + size * static_cast<std::size_t>(taken)};
        const int stride[] = {3 * frame->width};
        sws_scale(scale, frame->data, frame->linesize, 0, frame->height, to, stride);
        ++taken;
      }
      av_packet_unref(packet);
      avcodec_free_context(&codec);
      avformat_close_input(&file);
      av_free(io->buffer);
      avio_context_free(&io);
      marks_.count_sample();
      ++done_;
      done_.notify_all();
    }
    sws_freeContext(scale);
    av_frame_free(&frame);
    av_packet_free(&packet);
  }

  const std::vector<std::vector<std::uint8_t>> videos_;
  const int frames_;
  app::MarksFile& marks_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stopping_ = false;
  std::vector<std::thread> threads_;
};

Status run(const std::string& order_file, const std::string& folder) {
  FEEDRATE_TRY(order, order_in(order_file));
  const auto& what = order.cells.front().what;
  const auto* work = std::get_if<contract::DecodeWork>(&what.work);
  if (work == nullptr || !std::holds_alternative<contract::Video>(work->media))
    return input_error("expected the decode scope, and videos");
  FEEDRATE_TRY(marks, app::MarksFile::open(folder, order.cells.front().id));
  FEEDRATE_TRY(files, native::SampleFiles::open(work->data.uri, native::SampleKind::kVideos));
  std::vector<std::vector<std::uint8_t>> videos(static_cast<std::size_t>(*work->data.items));
  for (std::size_t i = 0; i < videos.size(); ++i) FEEDRATE_TRY_STATUS(files.read(i, videos[i]));
  const auto batch = static_cast<std::uint32_t>(what.settings.batch);
  Loop loop(std::move(videos), std::get<contract::Video>(work->media).frames, what.settings.workers, *marks);
  for (std::uint64_t batches = 1; !marks->should_stop(); ++batches) {
    loop.wait_for(batches * batch);
    FEEDRATE_TRY_STATUS(marks->batch(batch, 0));
  }
  return {};
}

}  // namespace
}  // namespace feedrate

int main(int argc, char** argv) {
  return feedrate::native_subject("bare_video", std::span(argv, argv + argc).subspan(1), feedrate::run);
}
