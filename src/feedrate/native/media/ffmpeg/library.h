// FFmpeg's libraries, found when they are first needed: the functions that are used here, by their own names. Only
// those of the major versions whose headers this was built with will do: others lay out their structures differently.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
}

#include "feedrate/base/error.h"

namespace feedrate::native {

// NOLINTBEGIN(readability-identifier-naming): the names are FFmpeg's
struct Ffmpeg {
  decltype(&::avutil_version) avutil_version = nullptr;
  decltype(&::av_malloc) av_malloc = nullptr;
  decltype(&::av_free) av_free = nullptr;
  decltype(&::av_strerror) av_strerror = nullptr;
  decltype(&::av_log_set_level) av_log_set_level = nullptr;
  decltype(&::av_rescale_q) av_rescale_q = nullptr;
  decltype(&::av_frame_alloc) av_frame_alloc = nullptr;
  decltype(&::av_frame_free) av_frame_free = nullptr;

  decltype(&::avcodec_version) avcodec_version = nullptr;
  decltype(&::avcodec_alloc_context3) avcodec_alloc_context3 = nullptr;
  decltype(&::avcodec_free_context) avcodec_free_context = nullptr;
  decltype(&::avcodec_parameters_to_context) avcodec_parameters_to_context = nullptr;
  decltype(&::avcodec_open2) avcodec_open2 = nullptr;
  decltype(&::avcodec_send_packet) avcodec_send_packet = nullptr;
  decltype(&::avcodec_receive_frame) avcodec_receive_frame = nullptr;
  decltype(&::avcodec_flush_buffers) avcodec_flush_buffers = nullptr;
  decltype(&::av_packet_alloc) av_packet_alloc = nullptr;
  decltype(&::av_packet_free) av_packet_free = nullptr;
  decltype(&::av_packet_unref) av_packet_unref = nullptr;

  decltype(&::avformat_version) avformat_version = nullptr;
  decltype(&::avformat_alloc_context) avformat_alloc_context = nullptr;
  decltype(&::avformat_open_input) avformat_open_input = nullptr;
  decltype(&::avformat_close_input) avformat_close_input = nullptr;
  decltype(&::avformat_find_stream_info) avformat_find_stream_info = nullptr;
  decltype(&::av_find_best_stream) av_find_best_stream = nullptr;
  decltype(&::av_read_frame) av_read_frame = nullptr;
  decltype(&::av_seek_frame) av_seek_frame = nullptr;
  decltype(&::avio_alloc_context) avio_alloc_context = nullptr;
  decltype(&::avio_context_free) avio_context_free = nullptr;

  decltype(&::swscale_version) swscale_version = nullptr;
  decltype(&::sws_getCachedContext) sws_getCachedContext = nullptr;
  decltype(&::sws_getCoefficients) sws_getCoefficients = nullptr;
  decltype(&::sws_setColorspaceDetails) sws_setColorspaceDetails = nullptr;
  decltype(&::sws_scale) sws_scale = nullptr;
  decltype(&::sws_freeContext) sws_freeContext = nullptr;
};
// NOLINTEND(readability-identifier-naming)

// From any thread. They are looked for once a process, and stay loaded.
[[nodiscard]] Expected<const Ffmpeg*> ffmpeg();

}  // namespace feedrate::native
