#include "feedrate/native/media/jpeg/encode.h"

#include <algorithm>

#include "feedrate/native/media/jpeg/errors.h"

namespace feedrate::native {
namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 17;

}  // namespace

// Writes into a vector that doubles when full. Not in an unnamed namespace: the encoder's state, which has it, is not
// either.
struct VectorDestination {
  jpeg_destination_mgr manager;  // first, so that libjpeg's pointer to it is a pointer to this
  std::vector<std::uint8_t>* out;

  void offer(std::size_t used) {
    manager.next_output_byte = out->data() + used;
    manager.free_in_buffer = out->size() - used;
  }
};

namespace {

VectorDestination& destination(j_compress_ptr info) { return *reinterpret_cast<VectorDestination*>(info->dest); }

void start(j_compress_ptr info) {
  VectorDestination& to = destination(info);
  to.out->resize(std::max(to.out->capacity(), kFirstBuffer));
  to.offer(0);
}

boolean grow(j_compress_ptr info) {
  VectorDestination& to = destination(info);
  const std::size_t used = to.out->size();
  to.out->resize(used * 2);
  to.offer(used);
  return TRUE;
}

void finish(j_compress_ptr info) {
  VectorDestination& to = destination(info);
  to.out->resize(to.out->size() - to.manager.free_in_buffer);
}

}  // namespace

struct JpegEncoder::State {
  jpeg_compress_struct info{};
  JpegErrors errors{};
  VectorDestination to{};

  bool create() {
    info.err = jump_on_error(errors);
    if (setjmp(errors.back) != 0) return false;
    jpeg_create_compress(&info);
    to.manager.init_destination = start;
    to.manager.empty_output_buffer = grow;
    to.manager.term_destination = finish;
    info.dest = &to.manager;
    return true;
  }

  bool write(const ImageView& image, int quality, HuffmanTables tables, Subsampling subsampling) {
    if (setjmp(errors.back) != 0) {
      jpeg_abort_compress(&info);
      return false;
    }
    info.image_width = static_cast<JDIMENSION>(image.width);
    info.image_height = static_cast<JDIMENSION>(image.height);
    info.input_components = kChannels;
    info.in_color_space = JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    info.comp_info[0].h_samp_factor = subsampling == Subsampling::k444 ? 1 : 2;
    info.comp_info[0].v_samp_factor = subsampling == Subsampling::k420 ? 2 : 1;
    info.optimize_coding = tables == HuffmanTables::kOptimised ? TRUE : FALSE;
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
      // libjpeg takes rows it only reads as pointers to non-const.
      auto* row = const_cast<JSAMPROW>(image.row(static_cast<int>(info.next_scanline)));
      jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    return true;
  }
};

JpegEncoder::JpegEncoder() : state_(std::make_unique<State>()) { FEEDRATE_CHECK(state_->create()); }

JpegEncoder::~JpegEncoder() {
  if (state_) jpeg_destroy_compress(&state_->info);
}

JpegEncoder::JpegEncoder(JpegEncoder&&) noexcept = default;

JpegEncoder& JpegEncoder::operator=(JpegEncoder&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

Status JpegEncoder::encode(ImageView image, int quality, std::vector<std::uint8_t>& out, HuffmanTables tables,
                           Subsampling subsampling) {
  FEEDRATE_CHECK(quality >= 1 && quality <= 100);
  state_->to.out = &out;
  if (!state_->write(image, quality, tables, subsampling)) {
    return failure(format("a {} x {} picture could not be written as JPEG: {}", image.width, image.height,
                          state_->errors.message));
  }
  return {};
}

}  // namespace feedrate::native
