#include "feedrate/native/media/png/encode.h"

#include <png.h>

#include <csetjmp>

#include "feedrate/native/media/png/errors.h"

namespace feedrate::native {
namespace {

constexpr int kUsualCompression = 6;  // of zlib's 1 .. 9

void append(png_structp png, png_bytep bytes, std::size_t count) {
  auto& out = *static_cast<std::vector<std::uint8_t>*>(png_get_io_ptr(png));
  out.insert(out.end(), bytes, bytes + count);
}

void flush(png_structp /*all is in memory*/) {}

bool write_picture(png_structp png, png_infop info, PngErrors& errors, const ImageView& image,
                   std::vector<std::uint8_t>& out) {
  if (setjmp(errors.back) != 0) return false;
  png_set_write_fn(png, &out, append, flush);
  png_set_compression_level(png, kUsualCompression);
  png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), 8,
               PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (int y = 0; y < image.height; ++y) png_write_row(png, image.row(y));
  png_write_end(png, nullptr);
  return true;
}

}  // namespace

Status encode_png(ImageView image, std::vector<std::uint8_t>& out) {
  out.clear();
  PngErrors errors{};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &errors, jump_on_png_error, ignore_png_warning);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  const bool is_written = info != nullptr && write_picture(png, info, errors, image, out);
  png_destroy_write_struct(&png, &info);
  if (is_written) return {};
  return failure(
      format("a {} x {} picture could not be written as PNG: {}", image.width, image.height, errors.message));
}

}  // namespace feedrate::native
