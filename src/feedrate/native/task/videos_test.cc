#include "feedrate/native/task/videos.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "feedrate/native/media/ffmpeg/video.h"
#include "feedrate/native/storage/sample_files.h"

namespace feedrate::native {
namespace {

TEST(Videos, AreWhatTheyAreSaidToBeAndAreKept) {
  std::string folder = testing::TempDir() + "videos_XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  Videos videos{folder, 1, 7, "mpeg4", 12, 1};
  const auto made = make_videos(videos);
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_EQ(made->kept, 0U);
  const auto files = SampleFiles::open(folder, SampleKind::kVideos);
  ASSERT_TRUE(files) << files.error().text();
  std::vector<std::uint8_t> bytes;
  ASSERT_TRUE(files->read(0, bytes));
  auto decoder = VideoDecoder::make(Seek::kExact);
  ASSERT_TRUE(decoder) << decoder.error().text();
  const auto count = decoder->open(bytes);
  ASSERT_TRUE(count) << count.error().text();
  EXPECT_EQ(*count, kVideoFrames);
  Clip clip;
  ASSERT_TRUE(decoder->decode(100, 2, clip));
  EXPECT_EQ(clip.width, kVideoWidth);
  EXPECT_EQ(clip.height, kVideoHeight);

  const auto again = make_videos(videos);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->kept, 1U);
  videos.gop = 13;
  EXPECT_FALSE(make_videos(videos));  // the folder holds others
  std::filesystem::remove_all(folder);
}

TEST(Videos, WhatCannotBeMadeIsSaid) {
  EXPECT_EQ(make_videos({"nowhere", 1, 1, "theora", 30, 1}).error().message,
            "codec is theora; expected h264, hevc, vp9 or mpeg4");
  EXPECT_EQ(make_videos({"nowhere", 1, 1, "h264", 0, 1}).error().message, "gop is 0; expected 1 .. 1000");
}

}  // namespace
}  // namespace feedrate::native
