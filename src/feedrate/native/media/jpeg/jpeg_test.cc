#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "feedrate/native/media/jpeg/decode.h"
#include "feedrate/native/media/jpeg/encode.h"
#include "feedrate/native/media/jpeg/errors.h"
#include "feedrate/native/media/random.h"

namespace feedrate::native {
namespace {

// Smooth colours, so that the codec's loss stays small.
Image gradient(int width, int height) {
  Image image;
  image.reshape(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      std::uint8_t* pixel = image.row(y) + x * kChannels;
      pixel[0] = static_cast<std::uint8_t>(255 * x / width);
      pixel[1] = static_cast<std::uint8_t>(255 * y / height);
      pixel[2] = 128;
    }
  }
  return image;
}

std::vector<std::uint8_t> encoded(const Image& image, int quality = 95) {
  std::vector<std::uint8_t> bytes;
  JpegEncoder encoder;
  const Status status = encoder.encode(image.view(), quality, bytes);
  EXPECT_TRUE(status) << status.error().text();
  return bytes;
}

// How a picture is stored: colours of so many pixels together, all at once or in ever finer scans.
struct Stored {
  int across = 1;
  int down = 1;
  bool progressive = false;
  bool grey = false;
};

std::vector<std::uint8_t> stored_as(const Image& image, const Stored& how) {
  JpegErrors errors{};
  jpeg_compress_struct info{};
  info.err = jump_on_error(errors);
  unsigned char* memory = nullptr;
  unsigned long size = 0;  // NOLINT(google-runtime-int): libjpeg's type
  if (setjmp(errors.back) != 0) {
    ADD_FAILURE() << errors.message;
    return {};
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &memory, &size);
  info.image_width = static_cast<JDIMENSION>(image.width());
  info.image_height = static_cast<JDIMENSION>(image.height());
  info.input_components = kChannels;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  if (how.grey) jpeg_set_colorspace(&info, JCS_GRAYSCALE);
  jpeg_set_quality(&info, 80, TRUE);
  info.comp_info[0].h_samp_factor = how.across;
  info.comp_info[0].v_samp_factor = how.down;
  if (how.progressive) jpeg_simple_progression(&info);
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    auto* row = const_cast<JSAMPROW>(image.view().row(static_cast<int>(info.next_scanline)));
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  std::vector<std::uint8_t> out(memory, memory + size);
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc): libjpeg's
  return out;
}

Image noise(int width, int height) {
  Image image;
  image.reshape(width, height);
  Draws draws(7, 8, 9);
  for (int y = 0; y < height; ++y) {
    for (int i = 0; i < width * kChannels; ++i) image.row(y)[i] = static_cast<std::uint8_t>(draws.next());
  }
  return image;
}

Box some_box(const Size& size, Draws& draws) {
  Box box;
  box.width = 1 + draws.below(size.width);
  box.height = 1 + draws.below(size.height);
  box.left = draws.below(size.width - box.width + 1);
  box.top = draws.below(size.height - box.height + 1);
  return box;
}

// With four bytes that are any.
std::vector<std::uint8_t> damaged(std::vector<std::uint8_t> bytes, Draws& draws) {
  for (int hit = 0; hit < 4; ++hit) {
    bytes[static_cast<std::size_t>(draws.below(static_cast<int>(bytes.size())))] =
        static_cast<std::uint8_t>(draws.next());
  }
  return bytes;
}

int largest_difference(const ImageView& a, const ImageView& b) {
  int most = 0;
  for (int y = 0; y < a.height; ++y) {
    for (int i = 0; i < a.width * kChannels; ++i) most = std::max(most, std::abs(a.row(y)[i] - b.row(y)[i]));
  }
  return most;
}

TEST(Jpeg, RoundTripKeepsSizeAndColours) {
  const Image before = gradient(61, 47);
  JpegDecoder decoder;
  Image after;
  ASSERT_TRUE(decoder.decode(encoded(before), after));
  ASSERT_EQ(after.width(), 61);
  ASSERT_EQ(after.height(), 47);
  EXPECT_LE(largest_difference(before.view(), after.view()), 10);
}

TEST(Jpeg, OneDecoderServesManySizesAndKeepsItsBuffer) {
  JpegDecoder decoder;
  Image image;
  ASSERT_TRUE(decoder.decode(encoded(gradient(200, 150)), image));
  const std::uint8_t* buffer = image.view().pixels;
  for (const int size : {1, 7, 64, 150}) {
    const Image before = gradient(size, size);
    ASSERT_TRUE(decoder.decode(encoded(before), image));
    EXPECT_EQ(image.width(), size);
    EXPECT_EQ(image.view().pixels, buffer);
    EXPECT_LE(largest_difference(before.view(), image.view()), 24);
  }
}

TEST(Jpeg, EveryCutIsAnErrorAndTheDecoderGoesOn) {
  const auto bytes = encoded(gradient(64, 48));
  JpegDecoder decoder;
  Image image;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const Status status = decoder.decode(std::span(bytes).first(size), image);
    ASSERT_FALSE(status) << "cut to " << size << " of " << bytes.size() << " bytes";
    ASSERT_NE(status.error().message.find("not a whole JPEG"), std::string::npos) << status.error().message;
  }
  EXPECT_TRUE(decoder.decode(bytes, image));
}

TEST(Jpeg, GarbageIsAnError) {
  JpegDecoder decoder;
  Image image;
  Draws draws(1, 2, 3);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(1 + draws.below(4000)));
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(draws.next());
    EXPECT_FALSE(decoder.decode(bytes, image));
  }
}

TEST(Jpeg, DamagedBytesNeverEndTheProcess) {
  const auto good = encoded(gradient(96, 64));
  JpegDecoder decoder;
  Image image;
  Draws draws(4, 5, 6);
  int refused = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto bytes = damaged(good, draws);
    if (!decoder.decode(bytes, image)) ++refused;
  }
  EXPECT_GT(refused, 200);
  EXPECT_TRUE(decoder.decode(good, image));
}

TEST(Jpeg, AHeaderThatAsksForTooMuchIsRefusedBeforeMemoryIsTaken) {
  auto bytes = encoded(gradient(32, 32));
  std::size_t at = 0;  // SOF0: FF C0, length, precision, height, width
  while (!(bytes[at] == 0xff && bytes[at + 1] == 0xc0)) ++at;
  for (std::size_t i = 5; i < 9; ++i) bytes[at + i] = 0xf0;
  JpegDecoder decoder;
  Image image;
  const Status status = decoder.decode(bytes, image);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("61680 x 61680"), std::string::npos) << status.error().message;
}

TEST(Jpeg, EncoderReusesItsBufferAndQualityDecidesTheSize) {
  const Image image = gradient(128, 128);
  JpegEncoder encoder;
  std::vector<std::uint8_t> bytes;
  ASSERT_TRUE(encoder.encode(image.view(), 95, bytes));
  const std::size_t large = bytes.size();
  const std::uint8_t* buffer = bytes.data();
  ASSERT_TRUE(encoder.encode(image.view(), 40, bytes));
  EXPECT_LT(bytes.size(), large);
  EXPECT_EQ(bytes.data(), buffer);
}

TEST(Jpeg, EncoderGrowsItsBuffer) {
  const auto bytes = encoded(noise(600, 600), 100);
  EXPECT_GT(bytes.size(), std::size_t{1} << 18);
  JpegDecoder decoder;
  Image after;
  EXPECT_TRUE(decoder.decode(bytes, after));
}

class JpegPartBy : public testing::TestWithParam<JpegWay> {};

TEST_P(JpegPartBy, IsBitForBitWhatTheWholePictureHas) {
  JpegDecoder decoder(GetParam());
  Image whole;
  Image some;
  Draws draws(2, 7, 1);
  const Stored all[] = {{1, 1}, {2, 1}, {2, 2}, {1, 2}, {4, 1}, {2, 2, true}, {1, 1, true}, {1, 1, false, true}};
  for (const auto& how : all) {
    for (const Size size : {Size{203, 157}, Size{64, 96}, Size{17, 33}, Size{6, 5}, Size{1, 1}}) {
      const auto bytes = stored_as(noise(size.width, size.height), how);
      ASSERT_TRUE(decoder.decode(bytes, whole));
      for (int round = 0; round < 100; ++round) {
        const Box box = some_box(size, draws);
        ASSERT_EQ(*decoder.open(bytes), size);
        const auto part = decoder.decode(box, some);
        ASSERT_TRUE(part) << part.error().text();
        ASSERT_EQ(part->width, box.width);
        ASSERT_EQ(part->height, box.height);
        ASSERT_EQ(largest_difference(*part, whole.view().crop(box)), 0)
            << size.width << " x " << size.height << " stored " << how.across << " x " << how.down << ", part "
            << box.left << " " << box.top << " " << box.width << " " << box.height;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, JpegPartBy, testing::Values(JpegWay::kAccurate, JpegWay::kFast));

TEST(JpegSmaller, HasTheColoursOfThePicture) {
  const Image before = gradient(203, 157);
  const auto bytes = encoded(before);
  JpegDecoder decoder;
  Image image;
  for (const auto& [least, by] :
       {std::pair{Size{102, 20}, 1}, {Size{101, 20}, 2}, {Size{50, 39}, 4}, {Size{1, 1}, 8}}) {
    ASSERT_TRUE(decoder.open(bytes));
    const auto smaller = decoder.decode_smaller({0, 0, 203, 157}, least, image);
    ASSERT_TRUE(smaller) << smaller.error().text();
    ASSERT_EQ(smaller->width, (203 + by - 1) / by);
    ASSERT_EQ(smaller->height, (157 + by - 1) / by);
    for (int y = 0; y < 157 / by; ++y)
      for (int x = 0; x < 203 / by; ++x)
        for (int channel = 0; channel < kChannels; ++channel) {
          const int expected = before.view().row(y * by + by / 2)[(x * by + by / 2) * kChannels + channel];
          ASSERT_NEAR(smaller->row(y)[x * kChannels + channel], expected, 12) << by << ": " << x << " " << y;
        }
  }
}

TEST(JpegSmaller, APartIsWhatTheWholeHasThere) {
  const auto bytes = encoded(noise(203, 157));
  JpegDecoder decoder;
  Image whole;
  Image some;
  Draws draws(3, 3, 3);
  for (int round = 0; round < 200; ++round) {
    const Box box = some_box({203, 157}, draws);
    ASSERT_TRUE(decoder.open(bytes));
    const auto part = decoder.decode_smaller(box, {box.width / 4, box.height / 4}, some);
    ASSERT_TRUE(part) << part.error().text();
    const int by = box.width / 8 >= box.width / 4 && box.height / 8 >= box.height / 4 ? 8 : 4;
    ASSERT_TRUE(decoder.open(bytes));
    const auto all = decoder.decode_smaller({0, 0, 203, 157}, {203 / by, 157 / by}, whole);
    ASSERT_TRUE(all);
    const Box there{box.left / by, box.top / by, part->width, part->height};
    ASSERT_EQ(largest_difference(*part, all->crop(there)), 0) << box.left << " " << box.top << " by " << by;
  }
}

TEST(JpegPart, NeedsNothingBelowIt) {
  const auto bytes = encoded(noise(64, 256));
  const auto half = std::span(bytes).first(bytes.size() / 2);
  JpegDecoder decoder;
  Image image;
  ASSERT_TRUE(decoder.open(half));
  EXPECT_TRUE(decoder.decode(Box{0, 16, 64, 64}, image));
  ASSERT_TRUE(decoder.open(half));
  EXPECT_FALSE(decoder.decode(Box{0, 192, 64, 64}, image));
  ASSERT_TRUE(decoder.open(half));
  EXPECT_FALSE(decoder.decode(Box{32, 0, 8, 256}, image));
}

TEST(JpegPart, AnotherPictureMayBeOpenedInstead) {
  JpegDecoder decoder;
  Image image;
  ASSERT_TRUE(decoder.open(encoded(gradient(64, 64))));
  ASSERT_EQ(*decoder.open(encoded(gradient(32, 16))), (Size{32, 16}));
  const auto bytes = encoded(gradient(8, 24));
  ASSERT_EQ(*decoder.open(bytes), (Size{8, 24}));
  EXPECT_TRUE(decoder.decode(Box{2, 3, 4, 5}, image));
}

TEST(JpegPart, DamagedBytesNeverEndTheProcess) {
  const auto good = encoded(noise(96, 64));
  JpegDecoder decoder;
  Image image;
  Draws draws(4, 5, 7);
  int refused = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto bytes = damaged(good, draws);
    const auto size = decoder.open(bytes);
    if (!size || !decoder.decode(some_box(*size, draws), image)) ++refused;
  }
  EXPECT_GT(refused, 100);
  EXPECT_TRUE(decoder.decode(good, image));
}

TEST(JpegPart, OfAPictureThatIsNotOpenOrTooLargeIsAMistake) {
  JpegDecoder decoder;
  Image image;
  EXPECT_DEATH((void)decoder.decode(Box{0, 0, 1, 1}, image), "does not hold");
  const auto bytes = encoded(gradient(8, 8));
  ASSERT_TRUE(decoder.open(bytes));
  EXPECT_DEATH((void)decoder.decode(Box{0, 0, 9, 1}, image), "does not hold");
}

}  // namespace
}  // namespace feedrate::native
