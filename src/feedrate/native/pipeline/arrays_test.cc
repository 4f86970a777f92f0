// The pipeline over arrays of many channels, and its stages one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "feedrate/native/media/npy/encode.h"
#include "feedrate/native/media/random.h"
#include "feedrate/native/pipeline/pipeline.h"
#include "feedrate/native/pipeline/stage_alone.h"

namespace feedrate::native {
namespace {

constexpr int kArrayChannels = 5;

class ArraysInAPipeline : public testing::Test {
 protected:
  ArraysInAPipeline() : root_(testing::TempDir() + "array_pipeline_XXXXXX") {
    EXPECT_NE(::mkdtemp(root_.data()), nullptr);
    for (int i = 0; i < 12; ++i) write_array(i, {30, 40, kArrayChannels});
    definition_.folder = root_;
    definition_.kind = SampleKind::kArrays;
    definition_.channels = kArrayChannels;
    definition_.normalise = {{0, 0, 0, 0, 0.5}, {1, 1, 1, 1, 0.5}};
    definition_.crop.width = 16;
    definition_.crop.height = 12;
    definition_.batch = 4;
    definition_.threads = 2;
    definition_.seed = 3;
  }
  ~ArraysInAPipeline() override { std::filesystem::remove_all(root_); }

  // Channel c of array i is i + 20 c everywhere.
  void write_array(int i, const ArrayShape& shape) const {
    std::vector<std::uint8_t> values(shape.bytes());
    for (std::size_t at = 0; at < values.size(); ++at) {
      const std::size_t channel = at % static_cast<std::size_t>(shape.channels);
      values[at] = static_cast<std::uint8_t>(static_cast<std::size_t>(i) + 20 * channel);
    }
    std::vector<std::uint8_t> bytes;
    encode_npy(values, shape, bytes);
    std::ofstream(format("{}/{:03}.npy", root_, i), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

  std::string root_;
  Definition definition_;
};

TEST_F(ArraysInAPipeline, EveryChannelArrivesInItsPlane) {
  std::ofstream(root_ + "/photo.jpg") << "no array, and passed over";
  auto pipeline = Pipeline::build(definition_);
  ASSERT_TRUE(pipeline) << pipeline.error().text();
  EXPECT_EQ(pipeline->items(), 12U);
  std::vector<int> seen;
  for (int b = 0; b < 3; ++b) {
    const auto batch = pipeline->next();
    ASSERT_TRUE(batch) << batch.error().text();
    const std::size_t plane = 16UL * 12UL;
    ASSERT_EQ(batch->values.size(), 4 * kArrayChannels * plane);
    for (std::size_t s = 0; s < 4; ++s) {
      const float* sample = batch->values.data() + s * kArrayChannels * plane;
      const double item = std::round(255 * sample[0]);
      seen.push_back(static_cast<int>(item));
      for (std::size_t c = 0; c < kArrayChannels; ++c) {
        const double level = (item + 20 * static_cast<double>(c)) / 255;
        const double expected = c == 4 ? (level - 0.5) / 0.5 : level;
        for (std::size_t at = 0; at < plane; ++at) ASSERT_NEAR(sample[c * plane + at], expected, 1e-3) << c;
      }
    }
  }
  std::sort(seen.begin(), seen.end());
  for (int i = 0; i < 12; ++i) EXPECT_EQ(seen[static_cast<std::size_t>(i)], i);
}

TEST_F(ArraysInAPipeline, AnArrayOfOtherChannelsIsAnErrorThatNamesIt) {
  write_array(7, {30, 40, 4});
  auto pipeline = Pipeline::build(definition_);
  ASSERT_TRUE(pipeline);
  Expected<BatchView> batch = pipeline->next();
  for (int i = 0; i < 5 && batch; ++i) batch = pipeline->next();
  ASSERT_FALSE(batch);
  EXPECT_NE(batch.error().text().find("007.npy"), std::string::npos) << batch.error().text();
  EXPECT_NE(batch.error().text().find("4 channels; expected 5"), std::string::npos) << batch.error().text();
}

TEST_F(ArraysInAPipeline, WhoWatchesIsToldOfEverySample) {
  for (const int readers : {0, 2}) {
    definition_.readers = readers;
    std::mutex lock;
    std::vector<SampleTimes> all;
    std::size_t reads = 0;
    {
      auto pipeline = Pipeline::build(definition_, {[&](const SampleTimes& times) {
                                                      const std::lock_guard guard(lock);
                                                      all.push_back(times);
                                                    },
                                                    [&](const ReadTimes& times) {
                                                      const std::lock_guard guard(lock);
                                                      EXPECT_LE(times.began, times.ended);
                                                      ++reads;
                                                    }});
      ASSERT_TRUE(pipeline);
      EXPECT_EQ(pipeline->readers(), readers);
      for (int i = 0; i < 6; ++i) ASSERT_TRUE(pipeline->next());
      pipeline->settle();
      const std::lock_guard guard(lock);
      EXPECT_EQ(all.size(), static_cast<std::size_t>(4 * (5 + pipeline->batches_in_flight())));
      EXPECT_EQ(reads > 0, readers > 0);
    }
    for (const auto& times : all) {
      EXPECT_LE(times.began, times.had_bytes);
      EXPECT_LE(times.had_bytes, times.decoded);
      EXPECT_LE(times.decoded, times.made);
      EXPECT_GT(times.bytes, 30U * 40U * kArrayChannels);
      EXPECT_EQ(times.waited, readers > 0);
    }
  }
}

TEST_F(ArraysInAPipeline, AStageThatIsSlowedTakesLonger) {
  // The best of a few: what else runs on the machine only makes it slower.
  const auto rate_of_transform = [&] {
    auto alone = StageAlone::open(definition_, 0);
    EXPECT_TRUE(alone);
    double best = 0;
    for (int i = 0; i < 5; ++i) {
      const auto rate = alone->transform(0.02);
      EXPECT_TRUE(rate);
      best = std::max(best, *rate);
    }
    return best;
  };
  const double plain = rate_of_transform();
  definition_.slowdown.transform = 20;
  const double slowed = rate_of_transform();
  EXPECT_LT(slowed, plain / 4);
  definition_.slowdown.transform = 1;
  auto alone = StageAlone::open(definition_, 0);
  ASSERT_TRUE(alone);
  EXPECT_GT(*alone->read(0.02), 0);
  EXPECT_GT(*alone->decode(0.02), 0);
}

}  // namespace
}  // namespace feedrate::native
