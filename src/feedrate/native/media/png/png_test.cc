#include <gtest/gtest.h>
#include <png.h>

#include <cstring>

#include "feedrate/native/media/png/decode.h"
#include "feedrate/native/media/png/encode.h"
#include "feedrate/native/media/random.h"

namespace feedrate::native {
namespace {

Image dots(int width, int height) {
  Image image;
  image.reshape(width, height);
  Draws draws(1, 2, 3);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width * kChannels; ++x) image.row(y)[x] = static_cast<std::uint8_t>(draws.below(256));
  return image;
}

std::vector<std::uint8_t> as_png(const Image& image) {
  std::vector<std::uint8_t> bytes;
  const Status status = encode_png(image.view(), bytes);
  EXPECT_TRUE(status) << status.error().text();
  return bytes;
}

// Written by libpng's other interface: `format` of it, `values` of its kind, colours of a palette.
std::vector<std::uint8_t> stored_as(png_uint_32 format, int width, int height, const void* values,
                                    const std::vector<std::uint8_t>& palette = {}) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = format;
  image.colormap_entries = static_cast<png_uint_32>(palette.size() / kChannels);
  png_alloc_size_t size = 0;
  EXPECT_NE(png_image_write_get_memory_size(image, size, 0, values, 0, palette.data()), 0);
  std::vector<std::uint8_t> bytes(size);
  EXPECT_NE(png_image_write_to_memory(&image, bytes.data(), &size, 0, values, 0, palette.data()), 0);
  bytes.resize(size);
  return bytes;
}

TEST(Png, ComesBackAsItWas) {
  PngDecoder decoder;
  Image out;
  for (const auto& [width, height] : {std::pair{1, 1}, {37, 21}, {200, 3}, {5, 90}}) {
    const Image image = dots(width, height);
    const Status status = decoder.decode(as_png(image), out);
    ASSERT_TRUE(status) << status.error().text();
    ASSERT_EQ(out.width(), width);
    ASSERT_EQ(out.height(), height);
    const auto bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * kChannels;
    EXPECT_EQ(std::memcmp(out.view().pixels, image.view().pixels, bytes), 0);
  }
}

TEST(Png, GreyBecomesColourAndTransparencyIsLeftOut) {
  PngDecoder decoder;
  Image out;
  const std::vector<std::uint8_t> greys = {10, 200, 30, 0};
  ASSERT_TRUE(decoder.decode(stored_as(PNG_FORMAT_GRAY, 2, 2, greys.data()), out));
  for (int i = 0; i < 4; ++i)
    for (int channel = 0; channel < kChannels; ++channel)
      EXPECT_EQ(out.row(i / 2)[i % 2 * kChannels + channel], greys[static_cast<std::size_t>(i)]);
  const std::vector<std::uint8_t> see_through = {9, 8, 7, 128, 6, 5, 4, 0};
  ASSERT_TRUE(decoder.decode(stored_as(PNG_FORMAT_RGBA, 2, 1, see_through.data()), out));
  const std::vector<std::uint8_t> expected = {9, 8, 7, 6, 5, 4};
  EXPECT_EQ(std::vector<std::uint8_t>(out.row(0), out.row(0) + 6), expected);
}

TEST(Png, PalettesAndSixteenBitsBecomeBytes) {
  PngDecoder decoder;
  Image out;
  const std::vector<std::uint8_t> palette = {1, 2, 3, 40, 50, 60, 255, 0, 9};
  const std::vector<std::uint8_t> numbers = {2, 0, 1};
  ASSERT_TRUE(decoder.decode(stored_as(PNG_FORMAT_RGB_COLORMAP, 3, 1, numbers.data(), palette), out));
  EXPECT_EQ(std::vector<std::uint8_t>(out.row(0), out.row(0) + 9),
            (std::vector<std::uint8_t>{255, 0, 9, 1, 2, 3, 40, 50, 60}));
  const std::vector<std::uint16_t> fine = {0x1234, 0xff80};
  ASSERT_TRUE(decoder.decode(stored_as(PNG_FORMAT_LINEAR_Y, 2, 1, fine.data()), out));
  EXPECT_EQ(std::vector<std::uint8_t>(out.row(0), out.row(0) + 6),
            (std::vector<std::uint8_t>{0x12, 0x12, 0x12, 0xff, 0xff, 0xff}));
}

TEST(Png, DamagedOnesAreErrorsAndTheDecoderGoesOn) {
  PngDecoder decoder;
  Image out;
  const auto bytes = as_png(dots(40, 30));
  for (std::size_t size = 0; size < bytes.size(); size += 97) {
    const auto status = decoder.decode(std::span(bytes).first(size), out);
    ASSERT_FALSE(status) << size;
    EXPECT_NE(status.error().text().find("PNG"), std::string::npos);
  }
  auto changed = bytes;
  changed[bytes.size() / 2] ^= 0x10U;  // a check sum is wrong, or what it is of
  EXPECT_FALSE(decoder.decode(changed, out));
  EXPECT_TRUE(decoder.decode(bytes, out));
}

TEST(Png, AHeaderThatClaimsTooMuchIsAnError) {
  auto bytes = as_png(dots(4, 4));
  // Width and height of 65,536 each, and the check sum that fits.
  const std::vector<std::uint8_t> head = {'I', 'H', 'D', 'R', 0, 1, 0, 0, 0, 1, 0, 0, 8, 2, 0, 0, 0};
  std::uint32_t sum = 0xffffffffU;
  for (const std::uint8_t byte : head) {
    sum ^= byte;
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1U) ^ (0xedb88320U & (0U - (sum & 1U)));
  }
  sum = ~sum;
  std::copy(head.begin(), head.end(), bytes.begin() + 12);
  for (std::size_t i = 0; i < 4; ++i) bytes[29 + i] = static_cast<std::uint8_t>(sum >> (24 - 8 * i));
  Image out;
  const auto status = PngDecoder().decode(bytes, out);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().text().find("65536 x 65536"), std::string::npos) << status.error().text();
}

}  // namespace
}  // namespace feedrate::native
