#include "feedrate/native/media/jpeg/decode.h"

#include <vector>

#include "feedrate/native/media/jpeg/errors.h"

namespace feedrate::native {
namespace {

// A few damaged bytes of a header can ask for 65,500 x 65,500 pixels; no training picture comes near this.
constexpr std::uint64_t kMaxPixels = std::uint64_t{1} << 27;

}  // namespace

struct JpegDecoder::State {
  jpeg_decompress_struct info{};
  JpegErrors errors{};
  std::vector<JSAMPROW> rows;

  bool create() {
    info.err = jump_on_error(errors);
    if (setjmp(errors.back) != 0) return false;
    jpeg_create_decompress(&info);
    return true;
  }

  bool read_header(const std::uint8_t* bytes, std::size_t size) {
    if (setjmp(errors.back) != 0) return give_up();
    jpeg_mem_src(&info, bytes, static_cast<unsigned long>(size));  // NOLINT(google-runtime-int): libjpeg's type
    jpeg_read_header(&info, TRUE);
    info.out_color_space = JCS_RGB;
    return true;
  }

  bool read_pixels() {
    if (setjmp(errors.back) != 0) return give_up();
    jpeg_start_decompress(&info);
    while (info.output_scanline < info.output_height) {
      jpeg_read_scanlines(&info, rows.data() + info.output_scanline, info.output_height - info.output_scanline);
    }
    jpeg_finish_decompress(&info);
    return true;
  }

  bool give_up() {
    jpeg_abort_decompress(&info);
    return false;
  }
};

JpegDecoder::JpegDecoder() : state_(std::make_unique<State>()) { FEEDRATE_CHECK(state_->create()); }

JpegDecoder::~JpegDecoder() {
  if (state_) jpeg_destroy_decompress(&state_->info);
}

JpegDecoder::JpegDecoder(JpegDecoder&&) noexcept = default;

JpegDecoder& JpegDecoder::operator=(JpegDecoder&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

Status JpegDecoder::decode(std::span<const std::uint8_t> bytes, Image& out) {
  const auto damaged = [&] {
    return failure(format("not a whole JPEG picture ({} bytes): {}", bytes.size(), state_->errors.message));
  };
  if (!state_->read_header(bytes.data(), bytes.size())) return damaged();
  const auto& info = state_->info;
  if (std::uint64_t{info.image_width} * info.image_height > kMaxPixels) {
    const auto error = failure(format("a JPEG header that claims {} x {} pixels; the most that is decoded is {} pixels",
                                      info.image_width, info.image_height, kMaxPixels));
    state_->give_up();
    return error;
  }
  out.reshape(static_cast<int>(info.image_width), static_cast<int>(info.image_height));
  state_->rows.resize(info.image_height);
  for (int y = 0; y < out.height(); ++y) state_->rows[static_cast<std::size_t>(y)] = out.row(y);
  if (!state_->read_pixels()) return damaged();
  return {};
}

}  // namespace feedrate::native
