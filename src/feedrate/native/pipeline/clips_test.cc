// The pipeline over videos: which frames a clip has, and that all of them are treated alike.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "feedrate/native/pipeline/pipeline.h"

namespace feedrate::native {
namespace {

constexpr int kFramesOfVideo = 48;
constexpr int kFramesOfClip = 5;

// Frame n of a video is 4 n levels of luma brighter than the first, on the left, and black on the right.
double grey_of(int frame) { return frame * 4 * 255.0 / 219; }

class ClipsInAPipeline : public testing::Test {
 protected:
  ClipsInAPipeline() : root_(testing::TempDir() + "clip_pipeline_XXXXXX") {
    EXPECT_NE(::mkdtemp(root_.data()), nullptr);
    const std::string command = format(
        "ffmpeg -v error -nostdin -f lavfi -i "
        "\"nullsrc=s=64x48:r=25,geq=lum='if(lt(X,32),16+N*4,16)':cb=128:cr=128\" -frames:v {} -c:v libx264 -qp 0 "
        "-pix_fmt yuv420p -g 12 -bf 2 {}/0.mp4",
        kFramesOfVideo, root_);
    EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(concurrency-mt-unsafe): no other thread is there
    for (int i = 1; i < 4; ++i) std::filesystem::copy_file(root_ + "/0.mp4", format("{}/{}.mp4", root_, i));
    definition_.folder = root_;
    definition_.kind = SampleKind::kVideos;
    definition_.frames = kFramesOfClip;
    definition_.normalise = {{0, 0, 0}, {1, 1, 1}};
    definition_.crop.width = 16;
    definition_.crop.height = 12;
    definition_.crop.scale = {1, 1};
    definition_.crop.ratio = {4.0 / 3, 4.0 / 3};
    definition_.batch = 2;
    definition_.threads = 2;
    definition_.seed = 3;
  }
  ~ClipsInAPipeline() override { std::filesystem::remove_all(root_); }

  std::string root_;
  Definition definition_;
};

TEST_F(ClipsInAPipeline, FramesFollowEachOtherAndAreMirroredAlike) {
  constexpr std::size_t kPlane = 16UL * 12UL;
  for (const Seek seek : {Seek::kExact, Seek::kApproximate}) {
    definition_.seek = seek;
    auto pipeline = Pipeline::build(definition_);
    ASSERT_TRUE(pipeline) << pipeline.error().text();
    std::set<int> firsts;
    std::set<bool> sides;
    for (int b = 0; b < 12; ++b) {
      const auto batch = pipeline->next();
      ASSERT_TRUE(batch) << batch.error().text();
      ASSERT_EQ(batch->values.size(), 2 * kFramesOfClip * 3 * kPlane);
      for (std::size_t s = 0; s < 2; ++s) {
        const float* clip = batch->values.data() + s * kFramesOfClip * 3 * kPlane;
        const auto level = [&](int frame, std::size_t channel, std::size_t column) {
          return 255.0 * clip[(static_cast<std::size_t>(frame) * 3 + channel) * kPlane + 6 * 16 + column];
        };
        const bool is_mirrored = level(kFramesOfClip - 1, 0, 14) > level(kFramesOfClip - 1, 0, 1);
        const std::size_t bright = is_mirrored ? 14 : 1;
        const int first = static_cast<int>(std::lround(level(0, 0, bright) / grey_of(1)));
        firsts.insert(first);
        sides.insert(is_mirrored);
        for (int frame = 0; frame < kFramesOfClip; ++frame)
          for (std::size_t channel = 0; channel < 3; ++channel) {
            ASSERT_NEAR(level(frame, channel, bright), grey_of(first + frame), 1.6) << first << " " << frame;
            ASSERT_NEAR(level(frame, channel, 15 - bright), 0, 1.6);
          }
      }
    }
    EXPECT_GT(firsts.size(), 8U);
    EXPECT_EQ(sides.size(), 2U);
  }
}

TEST_F(ClipsInAPipeline, AVideoThatIsTooShortIsAnErrorThatNamesIt) {
  definition_.frames = kFramesOfVideo + 1;
  auto pipeline = Pipeline::build(definition_);
  ASSERT_TRUE(pipeline);
  const auto batch = pipeline->next();
  ASSERT_FALSE(batch);
  EXPECT_EQ(batch.error().fault, Fault::kFailed);
  EXPECT_NE(batch.error().text().find("the video has 48 frames, and a clip 49"), std::string::npos);
  EXPECT_NE(batch.error().text().find(".mp4"), std::string::npos);
}

}  // namespace
}  // namespace feedrate::native
