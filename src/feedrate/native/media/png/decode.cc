#include "feedrate/native/media/png/decode.h"

#include <png.h>

#include <csetjmp>
#include <cstring>

#include "feedrate/native/media/png/errors.h"

namespace feedrate::native {
namespace {

// As for JPEG: no training picture comes near this.
constexpr std::uint64_t kMostPngPixels = std::uint64_t{1} << 27;
constexpr std::size_t kSignatureBytes = 8;

struct PngInput {
  const std::uint8_t* bytes = nullptr;
  std::size_t left = 0;
};

void read_bytes(png_structp png, png_bytep to, std::size_t count) {
  auto& input = *static_cast<PngInput*>(png_get_io_ptr(png));
  if (count > input.left) png_error(png, "the data ends before the picture does");
  std::memcpy(to, input.bytes, count);
  input.bytes += count;
  input.left -= count;
}

// libpng's two structs while a picture is decoded.
class PngReading {
 public:
  explicit PngReading(std::span<const std::uint8_t> bytes) : input_{bytes.data(), bytes.size()} {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &errors_, jump_on_png_error, ignore_png_warning);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
  }
  ~PngReading() { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngReading(const PngReading&) = delete;
  PngReading& operator=(const PngReading&) = delete;

  [[nodiscard]] bool is_made() const { return info_ != nullptr; }
  [[nodiscard]] const char* message() const { return errors_.message; }
  [[nodiscard]] std::uint64_t width() const { return png_get_image_width(png_, info_); }
  [[nodiscard]] std::uint64_t height() const { return png_get_image_height(png_, info_); }

  bool read_head() {
    if (setjmp(errors_.back) != 0) return false;
    png_set_read_fn(png_, &input_, read_bytes);
    png_set_crc_action(png_, PNG_CRC_ERROR_QUIT, PNG_CRC_QUIET_USE);
    png_read_info(png_, info_);
    return true;
  }

  bool read_rows(std::uint8_t** rows) {
    if (setjmp(errors_.back) != 0) return false;
    png_set_expand(png_);
    png_set_strip_16(png_);
    png_set_strip_alpha(png_);
    png_set_gray_to_rgb(png_);
    png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    png_read_image(png_, rows);
    png_read_end(png_, nullptr);
    return true;
  }

 private:
  PngInput input_;
  PngErrors errors_{};
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
};

}  // namespace

Status PngDecoder::decode(std::span<const std::uint8_t> bytes, Image& out) {
  const auto damaged = [&](const char* why) {
    return failure(format("not a whole PNG picture ({} bytes): {}", bytes.size(), why));
  };
  if (bytes.size() < kSignatureBytes || png_sig_cmp(bytes.data(), 0, kSignatureBytes) != 0)
    return damaged("it does not begin like one");
  PngReading reading(bytes);
  if (!reading.is_made()) return failure("not enough memory to decode a PNG picture");
  if (!reading.read_head()) return damaged(reading.message());
  if (reading.width() * reading.height() > kMostPngPixels)
    return failure(format("a PNG header that claims {} x {} pixels; the most that is decoded is {} pixels",
                          reading.width(), reading.height(), kMostPngPixels));
  out.reshape(static_cast<int>(reading.width()), static_cast<int>(reading.height()));
  rows_.resize(static_cast<std::size_t>(out.height()));
  for (int y = 0; y < out.height(); ++y) rows_[static_cast<std::size_t>(y)] = out.row(y);
  if (!reading.read_rows(rows_.data())) return damaged(reading.message());
  return {};
}

}  // namespace feedrate::native
