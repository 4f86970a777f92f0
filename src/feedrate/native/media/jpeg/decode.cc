#include "feedrate/native/media/jpeg/decode.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "feedrate/native/media/jpeg/errors.h"

namespace feedrate::native {
namespace {

// A few damaged bytes of a header can ask for 65,500 x 65,500 pixels; no training picture comes near this.
constexpr std::uint64_t kMaxPixels = std::uint64_t{1} << 27;
// Columns that are decoded on either side of a part: smooth upsampling mixes the colours of its neighbours into its
// edge, and libjpeg does without in pictures that are less than five pixels wide.
constexpr int kColumnsAround = 4;

int halves_of(const Box& part, const Size& least) {
  int by = 8;
  while (by > 1 && (part.width / by < least.width || part.height / by < least.height)) by /= 2;
  return by;
}

Box divided(const Box& part, int by) {
  const int left = part.left / by;
  const int top = part.top / by;
  return {left, top, (part.left + part.width + by - 1) / by - left, (part.top + part.height + by - 1) / by - top};
}

}  // namespace

struct JpegDecoder::State {
  jpeg_decompress_struct info{};
  JpegErrors errors{};
  std::vector<JSAMPROW> rows;
  std::size_t bytes = 0;  // of the picture
  bool is_open = false;
  JpegWay way = JpegWay::kAccurate;
  // What is decoded of each row: the part's columns and those around them, from and to where the decoder likes.
  JDIMENSION left = 0;
  JDIMENSION width = 0;

  bool create() {
    info.err = jump_on_error(errors);
    if (setjmp(errors.back) != 0) return false;
    jpeg_create_decompress(&info);
    return true;
  }

  bool read_header(const std::uint8_t* data, std::size_t size) {
    bytes = size;
    if (setjmp(errors.back) != 0) return give_up();
    jpeg_mem_src(&info, data, static_cast<unsigned long>(size));  // NOLINT(google-runtime-int): libjpeg's type
    jpeg_read_header(&info, TRUE);
    info.out_color_space = JCS_RGB;
    info.dct_method = way == JpegWay::kFast ? JDCT_IFAST : JDCT_ISLOW;
    return true;
  }

  bool start(const Box& part) {
    if (setjmp(errors.back) != 0) return give_up();
    jpeg_start_decompress(&info);
    left = static_cast<JDIMENSION>(std::max(0, part.left - kColumnsAround));
    width = std::min(info.output_width, static_cast<JDIMENSION>(part.left + part.width + kColumnsAround)) - left;
    if (width < info.output_width) jpeg_crop_scanline(&info, &left, &width);
    return true;
  }

  // Rows `top` .. `bottom`, each to its place in `rows`.
  bool read(JDIMENSION top, JDIMENSION bottom) {
    if (setjmp(errors.back) != 0) return give_up();
    if (top > 0) jpeg_skip_scanlines(&info, top);
    while (info.output_scanline < bottom)
      jpeg_read_scanlines(&info, rows.data() + (info.output_scanline - top), bottom - info.output_scanline);
    if (bottom == info.output_height)
      jpeg_finish_decompress(&info);
    else
      jpeg_abort_decompress(&info);
    return true;
  }

  [[nodiscard]] Unexpected damaged() const {
    return failure(format("not a whole JPEG picture ({} bytes): {}", bytes, errors.message));
  }

  bool give_up() {
    jpeg_abort_decompress(&info);
    return false;
  }
};

JpegDecoder::JpegDecoder(JpegWay way) : state_(std::make_unique<State>()) {
  state_->way = way;
  FEEDRATE_CHECK(state_->create());
}

JpegDecoder::~JpegDecoder() {
  if (state_) jpeg_destroy_decompress(&state_->info);
}

JpegDecoder::JpegDecoder(JpegDecoder&&) noexcept = default;

JpegDecoder& JpegDecoder::operator=(JpegDecoder&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

Expected<Size> JpegDecoder::open(std::span<const std::uint8_t> bytes) {
  if (std::exchange(state_->is_open, false)) state_->give_up();  // the last one was never decoded
  if (!state_->read_header(bytes.data(), bytes.size())) return state_->damaged();
  const auto& info = state_->info;
  if (std::uint64_t{info.image_width} * info.image_height > kMaxPixels) {
    const auto error = failure(format("a JPEG header that claims {} x {} pixels; the most that is decoded is {} pixels",
                                      info.image_width, info.image_height, kMaxPixels));
    state_->give_up();
    return error;
  }
  state_->is_open = true;
  return Size{static_cast<int>(info.image_width), static_cast<int>(info.image_height)};
}

Expected<ImageView> JpegDecoder::decode(const Box& part, Image& out) {
  FEEDRATE_CHECK(
      is_within(part, {static_cast<int>(state_->info.image_width), static_cast<int>(state_->info.image_height)}));
  return decode_scaled(part, out);
}

Expected<ImageView> JpegDecoder::decode_smaller(const Box& part, const Size& least, Image& out) {
  const int by = halves_of(part, least);
  state_->info.scale_num = 1;
  state_->info.scale_denom = static_cast<unsigned>(by);
  return decode_scaled(divided(part, by), out);
}

Expected<ImageView> JpegDecoder::decode_scaled(const Box& part, Image& out) {
  State& state = *state_;
  FEEDRATE_CHECK(std::exchange(state.is_open, false));
  if (!state.start(part)) return state.damaged();
  out.reshape(static_cast<int>(state.width), part.height);
  state.rows.resize(static_cast<std::size_t>(part.height));
  for (int y = 0; y < part.height; ++y) state.rows[static_cast<std::size_t>(y)] = out.row(y);
  const auto top = static_cast<JDIMENSION>(part.top);
  if (!state.read(top, top + static_cast<JDIMENSION>(part.height))) return state.damaged();
  return out.view().crop({part.left - static_cast<int>(state.left), 0, part.width, part.height});
}

Status JpegDecoder::decode(std::span<const std::uint8_t> bytes, Image& out) {
  FEEDRATE_TRY(size, open(bytes));
  FEEDRATE_TRY_STATUS(decode(Box{0, 0, size.width, size.height}, out));
  return {};
}

}  // namespace feedrate::native
