#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "feedrate/native/media/jpeg/decode.h"
#include "feedrate/native/media/jpeg/encode.h"
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
    auto bytes = good;
    for (int hit = 0; hit < 4; ++hit) {
      bytes[static_cast<std::size_t>(draws.below(static_cast<int>(bytes.size())))] =
          static_cast<std::uint8_t>(draws.next());
    }
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
  Image noise;
  noise.reshape(600, 600);
  Draws draws(7, 8, 9);
  for (int y = 0; y < 600; ++y) {
    for (int i = 0; i < 600 * kChannels; ++i) noise.row(y)[i] = static_cast<std::uint8_t>(draws.next());
  }
  const auto bytes = encoded(noise, 100);
  EXPECT_GT(bytes.size(), std::size_t{1} << 18);
  JpegDecoder decoder;
  Image after;
  EXPECT_TRUE(decoder.decode(bytes, after));
}

}  // namespace
}  // namespace feedrate::native
