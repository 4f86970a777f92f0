#include "feedrate/native/media/ffmpeg/library.h"

#include <dlfcn.h>

namespace feedrate::native {
namespace {

constexpr int kBefore = 54;  // libavcodec 59 is of FFmpeg 5

// One shared library; never unloaded.
class Shared {
 public:
  static Expected<Shared> open(const char* stem, int major) {
    const std::string name = format("{}.so.{}", stem, major);
    void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr)
      return input_error(format("{} was not found: install FFmpeg {}, whose libraries decode videos here", name,
                                LIBAVCODEC_VERSION_MAJOR - kBefore));
    return Shared(handle, name);
  }

  template <class Function>
  Status find(const char* name, Function& to) const {
    to = reinterpret_cast<Function>(dlsym(handle_, name));
    if (to == nullptr) return input_error(format("{} has no function {}", name_, name));
    return {};
  }

 private:
  Shared(void* handle, std::string name) : handle_(handle), name_(std::move(name)) {}
  void* handle_;
  std::string name_;
};

Status find_util(Ffmpeg& to) {
  FEEDRATE_TRY(from, Shared::open("libavutil", LIBAVUTIL_VERSION_MAJOR));
  FEEDRATE_TRY_STATUS(from.find("avutil_version", to.avutil_version));
  FEEDRATE_TRY_STATUS(from.find("av_malloc", to.av_malloc));
  FEEDRATE_TRY_STATUS(from.find("av_free", to.av_free));
  FEEDRATE_TRY_STATUS(from.find("av_strerror", to.av_strerror));
  FEEDRATE_TRY_STATUS(from.find("av_log_set_level", to.av_log_set_level));
  FEEDRATE_TRY_STATUS(from.find("av_rescale_q", to.av_rescale_q));
  FEEDRATE_TRY_STATUS(from.find("av_frame_alloc", to.av_frame_alloc));
  return from.find("av_frame_free", to.av_frame_free);
}

Status find_codec(Ffmpeg& to) {
  FEEDRATE_TRY(from, Shared::open("libavcodec", LIBAVCODEC_VERSION_MAJOR));
  FEEDRATE_TRY_STATUS(from.find("avcodec_version", to.avcodec_version));
  FEEDRATE_TRY_STATUS(from.find("avcodec_alloc_context3", to.avcodec_alloc_context3));
  FEEDRATE_TRY_STATUS(from.find("avcodec_free_context", to.avcodec_free_context));
  FEEDRATE_TRY_STATUS(from.find("avcodec_parameters_to_context", to.avcodec_parameters_to_context));
  FEEDRATE_TRY_STATUS(from.find("avcodec_open2", to.avcodec_open2));
  FEEDRATE_TRY_STATUS(from.find("avcodec_send_packet", to.avcodec_send_packet));
  FEEDRATE_TRY_STATUS(from.find("avcodec_receive_frame", to.avcodec_receive_frame));
  FEEDRATE_TRY_STATUS(from.find("avcodec_flush_buffers", to.avcodec_flush_buffers));
  FEEDRATE_TRY_STATUS(from.find("av_packet_alloc", to.av_packet_alloc));
  FEEDRATE_TRY_STATUS(from.find("av_packet_free", to.av_packet_free));
  return from.find("av_packet_unref", to.av_packet_unref);
}

Status find_format(Ffmpeg& to) {
  FEEDRATE_TRY(from, Shared::open("libavformat", LIBAVFORMAT_VERSION_MAJOR));
  FEEDRATE_TRY_STATUS(from.find("avformat_version", to.avformat_version));
  FEEDRATE_TRY_STATUS(from.find("avformat_alloc_context", to.avformat_alloc_context));
  FEEDRATE_TRY_STATUS(from.find("avformat_open_input", to.avformat_open_input));
  FEEDRATE_TRY_STATUS(from.find("avformat_close_input", to.avformat_close_input));
  FEEDRATE_TRY_STATUS(from.find("avformat_find_stream_info", to.avformat_find_stream_info));
  FEEDRATE_TRY_STATUS(from.find("av_find_best_stream", to.av_find_best_stream));
  FEEDRATE_TRY_STATUS(from.find("av_read_frame", to.av_read_frame));
  FEEDRATE_TRY_STATUS(from.find("av_seek_frame", to.av_seek_frame));
  FEEDRATE_TRY_STATUS(from.find("avio_alloc_context", to.avio_alloc_context));
  return from.find("avio_context_free", to.avio_context_free);
}

Status find_scale(Ffmpeg& to) {
  FEEDRATE_TRY(from, Shared::open("libswscale", LIBSWSCALE_VERSION_MAJOR));
  FEEDRATE_TRY_STATUS(from.find("swscale_version", to.swscale_version));
  FEEDRATE_TRY_STATUS(from.find("sws_getCachedContext", to.sws_getCachedContext));
  FEEDRATE_TRY_STATUS(from.find("sws_getCoefficients", to.sws_getCoefficients));
  FEEDRATE_TRY_STATUS(from.find("sws_setColorspaceDetails", to.sws_setColorspaceDetails));
  FEEDRATE_TRY_STATUS(from.find("sws_scale", to.sws_scale));
  return from.find("sws_freeContext", to.sws_freeContext);
}

Expected<Ffmpeg> find_all() {
  Ffmpeg out;
  FEEDRATE_TRY_STATUS(find_util(out));
  FEEDRATE_TRY_STATUS(find_codec(out));
  FEEDRATE_TRY_STATUS(find_format(out));
  FEEDRATE_TRY_STATUS(find_scale(out));
  out.av_log_set_level(AV_LOG_QUIET);  // what goes wrong is said by us, with the file's name
  return out;
}

}  // namespace

Expected<const Ffmpeg*> ffmpeg() {
  static const Expected<Ffmpeg> found = find_all();
  if (!found) return Unexpected(found.error());
  return &*found;
}

}  // namespace feedrate::native
