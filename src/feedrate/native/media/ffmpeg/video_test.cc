#include "feedrate/native/media/ffmpeg/video.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace feedrate::native {
namespace {

constexpr int kFrames = 48;
constexpr int kWidth = 64;
constexpr int kHeight = 48;

// Every frame has a grey of its own: from one to the next it is 4 levels of luma brighter.
int grey_of(std::int64_t frame) { return static_cast<int>(static_cast<double>(frame) * 4 * 255 / 219 + 0.5); }

std::vector<std::uint8_t> made_video() {
  std::string folder = testing::TempDir() + "video_XXXXXX";
  EXPECT_NE(::mkdtemp(folder.data()), nullptr);
  const std::string file = folder + "/greys.mp4";
  // Without loss, 12 frames between those that need no other, and frames that are decoded before earlier ones.
  const std::string command = format(
      "ffmpeg -v error -nostdin -f lavfi -i 'nullsrc=s={}x{}:r=25,geq=lum=16+N*4:cb=128:cr=128' -frames:v {} "
      "-c:v libx264 -qp 0 -pix_fmt yuv420p -g 12 -bf 2 {}",
      kWidth, kHeight, kFrames, file);
  EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(concurrency-mt-unsafe): no other thread is there
  std::ifstream in(file, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::filesystem::remove_all(folder);
  return bytes;
}

class VideoTest : public testing::TestWithParam<Seek> {
 protected:
  static void SetUpTestSuite() { bytes_ = made_video(); }

  static VideoDecoder decoder() {
    auto made = VideoDecoder::make(GetParam());
    EXPECT_TRUE(made) << made.error().text();
    return std::move(*made);
  }

  static inline std::vector<std::uint8_t> bytes_;
};

TEST_P(VideoTest, EveryClipHasItsFrames) {
  auto video = decoder();
  constexpr int kClip = 5;
  Clip clip;
  for (std::int64_t first = 0; first + kClip <= kFrames; ++first) {
    const auto count = video.open(bytes_);
    ASSERT_TRUE(count) << count.error().text();
    ASSERT_EQ(*count, kFrames);
    const auto status = video.decode(first, kClip, clip);
    ASSERT_TRUE(status) << status.error().text();
    ASSERT_EQ(clip.frames, kClip);
    ASSERT_EQ(clip.width, kWidth);
    ASSERT_EQ(clip.height, kHeight);
    ASSERT_EQ(clip.pixels.size(), static_cast<std::size_t>(kClip * kWidth * kHeight * 3));
    for (int i = 0; i < kClip; ++i) {
      const std::size_t middle = static_cast<std::size_t>(i * kHeight + kHeight / 2) * kWidth * 3 + kWidth / 2 * 3;
      for (std::size_t channel = 0; channel < 3; ++channel)
        ASSERT_NEAR(clip.pixels[middle + channel], grey_of(first + i), 1) << "clip at " << first << ", frame " << i;
    }
  }
}

TEST_P(VideoTest, OneThatWasOpenedGivesSeveralClips) {
  auto video = decoder();
  ASSERT_TRUE(video.open(bytes_));
  Clip clip;
  for (const std::int64_t first : {40, 3, 47, 0}) {
    ASSERT_TRUE(video.decode(first, 1, clip));
    EXPECT_NEAR(clip.pixels[0], grey_of(first), 1);
  }
}

TEST_P(VideoTest, AClipBeyondTheEndIsAnError) {
  auto video = decoder();
  ASSERT_TRUE(video.open(bytes_));
  Clip clip;
  const auto status = video.decode(kFrames - 3, 4, clip);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "the video has 48 frames; a clip of 4 cannot begin at 45");
  EXPECT_FALSE(video.decode(-1, 4, clip));
}

TEST_P(VideoTest, WhatIsNoVideoIsAnErrorAndTheNextOneIsRead) {
  auto video = decoder();
  const std::vector<std::uint8_t> noise(5000, 7);
  EXPECT_FALSE(video.open(noise));
  EXPECT_FALSE(video.open({}));
  EXPECT_TRUE(video.open(bytes_));
}

// Whatever is missing or wrong, something is said and nothing is touched that is not there.
TEST_P(VideoTest, DamagedFilesAreErrorsOrClips) {
  auto video = decoder();
  Clip clip;
  for (std::size_t i = 0; i < 60; ++i) {
    auto damaged = bytes_;
    if (i % 2 == 0) damaged.resize(bytes_.size() * i / 60);
    for (std::size_t k = 0; i % 2 == 1 && k < 20; ++k)
      damaged[(i * 7919 + k * 104729) % damaged.size()] ^= static_cast<std::uint8_t>(1U << (k % 8));
    const auto count = video.open(damaged);
    if (!count || *count < 4) continue;
    const auto status = video.decode(*count / 2, 4, clip);
    const auto whole = std::size_t{12} * static_cast<std::size_t>(clip.width) * static_cast<std::size_t>(clip.height);
    EXPECT_TRUE(!status || clip.pixels.size() == whole);
  }
}

INSTANTIATE_TEST_SUITE_P(BothWays, VideoTest, testing::Values(Seek::kExact, Seek::kApproximate),
                         [](const auto& made) { return made.param == Seek::kExact ? "Exact" : "Approximate"; });

TEST(FfmpegVersions, AreThoseOfTheLibrariesThatWereFound) {
  const auto versions = ffmpeg_versions();
  ASSERT_EQ(versions.size(), 4U);
  EXPECT_NE(versions.at("libavcodec").find('.'), std::string::npos);
}

}  // namespace
}  // namespace feedrate::native
