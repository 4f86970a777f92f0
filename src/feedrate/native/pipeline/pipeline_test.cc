#include "feedrate/native/pipeline/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>

#include "feedrate/native/media/jpeg/encode.h"
#include "feedrate/native/media/random.h"

namespace feedrate::native {
namespace {

constexpr int kItems = 26;
constexpr int kBatch = 4;  // six batches an epoch, two items left out

class PipelineTest : public testing::Test {
 protected:
  PipelineTest() : root_(testing::TempDir() + "pipeline_XXXXXX") {
    EXPECT_NE(::mkdtemp(root_.data()), nullptr);
    for (int i = 0; i < kItems; ++i) write_picture(i);
    definition_.folder = root_;
    definition_.crop.width = 24;
    definition_.crop.height = 20;
    definition_.batch = kBatch;
    definition_.threads = 2;
    definition_.seed = 42;
  }
  ~PipelineTest() override { std::filesystem::remove_all(root_); }

  [[nodiscard]] std::string path(int i) const { return format("{}/{:03}.jpg", root_, i); }

  // A plain colour that no other picture has, so that a batch tells which items it holds.
  void write_picture(int i) const {
    Image image;
    image.reshape(40 + i, 60 - i);
    for (int y = 0; y < image.height(); ++y) {
      std::fill_n(image.row(y), image.width() * kChannels, static_cast<std::uint8_t>(10 + i * 9));
    }
    std::vector<std::uint8_t> bytes;
    ASSERT_TRUE(JpegEncoder().encode(image.view(), 95, bytes));
    write(path(i), std::string(bytes.begin(), bytes.end()));
  }

  static void write(const std::string& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

  // Replaces the plain colours by something that shows crop and mirror.
  void write_textures() const {
    for (int i = 0; i < kItems; ++i) {
      Image image;
      image.reshape(90, 70);
      Draws draws(1, 1, static_cast<std::uint64_t>(i));
      for (int y = 0; y < 70; ++y) {
        for (int x = 0; x < 90 * kChannels; ++x) image.row(y)[x] = static_cast<std::uint8_t>(draws.next());
      }
      std::vector<std::uint8_t> bytes;
      ASSERT_TRUE(JpegEncoder().encode(image.view(), 90, bytes));
      write(path(i), std::string(bytes.begin(), bytes.end()));
    }
  }

  [[nodiscard]] static std::vector<float> values_of(const Definition& definition, int batches) {
    auto pipeline = Pipeline::build(definition);
    EXPECT_TRUE(pipeline) << pipeline.error().text();
    std::vector<float> all;
    for (int i = 0; i < batches; ++i) {
      const auto batch = pipeline->next();
      EXPECT_TRUE(batch) << batch.error().text();
      all.insert(all.end(), batch->values.begin(), batch->values.end());
    }
    return all;
  }

  std::string root_;
  Definition definition_;
};

TEST_F(PipelineTest, WhoReadsMakesNoDifference) {
  write_textures();
  definition_.readers = 0;
  const auto expected = values_of(definition_, 15);
  definition_.readers = 3;
  EXPECT_EQ(values_of(definition_, 15), expected);
  definition_.threads = 1;
  EXPECT_EQ(values_of(definition_, 15), expected);
}

TEST_F(PipelineTest, AReaderThatFindsNoFileNamesIt) {
  definition_.readers = 2;
  auto pipeline = Pipeline::build(definition_);
  ASSERT_TRUE(pipeline);
  for (int i = 0; i < kItems; ++i) std::filesystem::remove(path(i));
  Expected<BatchView> batch = pipeline->next();
  for (int i = 0; i < 20 && batch; ++i) batch = pipeline->next();
  ASSERT_FALSE(batch);
  EXPECT_NE(batch.error().text().find(".jpg"), std::string::npos) << batch.error().text();
}

TEST_F(PipelineTest, BatchesHaveTheirShapeAndEpochsTheirItems) {
  definition_.normalise = {{0, 0, 0}, {1, 1, 1}};
  auto pipeline = Pipeline::build(definition_);
  ASSERT_TRUE(pipeline) << pipeline.error().text();
  EXPECT_EQ(pipeline->items(), 26U);
  EXPECT_EQ(pipeline->batches_per_epoch(), 6U);
  std::vector<std::vector<int>> orders;
  for (std::uint64_t epoch = 0; epoch < 3; ++epoch) {
    std::vector<int> order;
    for (std::uint64_t i = 0; i < 6; ++i) {
      const auto batch = pipeline->next();
      ASSERT_TRUE(batch) << batch.error().text();
      EXPECT_EQ(batch->epoch, epoch);
      EXPECT_EQ(batch->batch_of_epoch, i);
      EXPECT_EQ(batch->first_of_epoch(), i == 0);
      ASSERT_EQ(batch->samples, kBatch);
      ASSERT_EQ(batch->height, 20);
      ASSERT_EQ(batch->width, 24);
      ASSERT_EQ(batch->values.size(), 4U * 3U * 20U * 24U);
      for (std::size_t s = 0; s < kBatch; ++s) {
        const auto level = batch->values[s * 3 * 20 * 24] * 255.0F;
        order.push_back((static_cast<int>(level + 0.5F) - 10) / 9);
      }
    }
    EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), 24U) << "an item twice in epoch " << epoch;
    orders.push_back(order);
  }
  EXPECT_NE(orders[0], orders[1]);
  EXPECT_NE(orders[1], orders[2]);
}

TEST_F(PipelineTest, ThreadsPrefetchAndSourceChangeNoValue) {
  write_textures();
  definition_.threads = 1;
  const auto expected = values_of(definition_, 15);
  definition_.threads = 4;
  EXPECT_EQ(values_of(definition_, 15), expected);
  definition_.prefetch = 7;
  EXPECT_EQ(values_of(definition_, 15), expected);
  definition_.source = Source::kMemory;
  EXPECT_EQ(values_of(definition_, 15), expected);
  definition_.seed = 43;
  EXPECT_NE(values_of(definition_, 15), expected);
}

TEST_F(PipelineTest, MemorySourceNeedsTheFilesOnlyWhileBuilding) {
  definition_.source = Source::kMemory;
  auto pipeline = Pipeline::build(definition_);
  ASSERT_TRUE(pipeline);
  std::filesystem::remove_all(root_);
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(pipeline->next());
}

TEST_F(PipelineTest, ItemLimitTakesTheFirstFiles) {
  definition_.item_limit = 9;
  definition_.normalise = {{0, 0, 0}, {1, 1, 1}};
  auto pipeline = Pipeline::build(definition_);
  ASSERT_TRUE(pipeline);
  EXPECT_EQ(pipeline->items(), 9U);
  EXPECT_EQ(pipeline->batches_per_epoch(), 2U);
  for (int i = 0; i < 8; ++i) {
    const auto batch = pipeline->next();
    ASSERT_TRUE(batch);
    for (const float value : batch->values) ASSERT_LT(value * 255, 10 + 8 * 9 + 2);
  }
}

// The hook holds each sample against what next() has allowed so far; the caller waits until nothing more may come.
TEST_F(PipelineTest, NoMoreThanTheBoundIsMade) {
  definition_.threads = 4;
  definition_.prefetch = 3;
  std::mutex lock;
  std::condition_variable changed;
  int made = 0;
  int allowed = (definition_.prefetch + 1) * kBatch;
  int most = 0;
  auto pipeline = Pipeline::build(definition_, {.made = [&](const SampleTimes&) {
                                    const std::lock_guard guard(lock);
                                    ++made;
                                    most = std::max(most, made - allowed);
                                    changed.notify_all();
                                  }});
  ASSERT_TRUE(pipeline);
  EXPECT_EQ(pipeline->batches_in_flight(), 4);
  for (int i = 0; i < 30; ++i) {
    {
      std::unique_lock guard(lock);
      changed.wait(guard, [&] { return made >= allowed; });
      if (i > 0) allowed += kBatch;
    }
    ASSERT_TRUE(pipeline->next());
  }
  const std::lock_guard guard(lock);
  EXPECT_EQ(most, 0);
}

TEST_F(PipelineTest, ThreadsAreIdleOnlyWhileNothingMoreMayBeMade) {
  auto pipeline = Pipeline::build(definition_);
  ASSERT_TRUE(pipeline) << pipeline.error().text();
  pipeline->settle();
  const std::int64_t before = pipeline->idle_ns();
  EXPECT_GE(before, 0);
  constexpr auto kRest = std::chrono::milliseconds(20);
  std::this_thread::sleep_for(kRest);
  const std::int64_t after = pipeline->idle_ns();
  EXPECT_GE(after - before, 2 * std::chrono::nanoseconds(kRest).count());  // both threads
  const auto began = std::chrono::steady_clock::now();
  const std::int64_t idle = pipeline->idle_ns();
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(pipeline->next());
  const std::int64_t idle_then = pipeline->idle_ns() - idle;
  const std::int64_t ns = std::chrono::nanoseconds(std::chrono::steady_clock::now() - began).count();
  EXPECT_GE(idle_then, 0);
  EXPECT_LE(idle_then, 2 * ns);  // of two threads
}

TEST_F(PipelineTest, RunsOnExactlyTheThreadsAskedFor) {
  for (const int threads : {1, 2, 4}) {
    definition_.threads = threads;
    std::mutex lock;
    std::condition_variable changed;
    std::set<std::thread::id> seen;
    int inside = 0;
    int most = 0;
    bool all_came = true;
    auto pipeline = Pipeline::build(definition_, {.made = [&](const SampleTimes&) {
                                      std::unique_lock guard(lock);
                                      seen.insert(std::this_thread::get_id());
                                      most = std::max(most, ++inside);
                                      changed.notify_all();
                                      // The first samples wait for each other, so that all threads are in here at once.
                                      const auto all = [&] { return most >= threads; };
                                      all_came = changed.wait_for(guard, std::chrono::seconds(20), all) && all_came;
                                      --inside;
                                    }});
    ASSERT_TRUE(pipeline);
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(pipeline->next());
    const std::lock_guard guard(lock);
    EXPECT_TRUE(all_came) << threads << " threads";
    EXPECT_EQ(most, threads);
    EXPECT_FALSE(seen.contains(std::this_thread::get_id()));
  }
}

TEST_F(PipelineTest, EndsAtAnyMoment) {
  write_textures();
  definition_.threads = 4;
  for (int rounds = 0; rounds < 40; ++rounds) {
    std::atomic<int> made = 0;
    {
      auto pipeline = Pipeline::build(definition_, {.made = [&](const SampleTimes&) { made.fetch_add(1); }});
      ASSERT_TRUE(pipeline);
      for (int i = 0; i < rounds % 5; ++i) ASSERT_TRUE(pipeline->next());
    }
    EXPECT_GE(made.load(), rounds % 5 * kBatch);
  }
}

TEST_F(PipelineTest, CanBeMovedWhileRunning) {
  auto first = Pipeline::build(definition_);
  ASSERT_TRUE(first);
  ASSERT_TRUE(first->next());
  Pipeline second = std::move(*first);
  EXPECT_TRUE(second.next());
}

TEST_F(PipelineTest, ASampleThatCannotBeDecodedIsNamedAndStaysAnError) {
  write(path(7), "this is no JPEG");
  for (const int threads : {1, 4}) {
    definition_.threads = threads;
    auto pipeline = Pipeline::build(definition_);
    ASSERT_TRUE(pipeline);
    int good = 0;
    auto batch = pipeline->next();
    for (; batch && good < 12; batch = pipeline->next()) ++good;
    ASSERT_FALSE(batch) << "all of two epochs went through";
    EXPECT_NE(batch.error().text().find("while decoding " + path(7)), std::string::npos) << batch.error().text();
    EXPECT_EQ(pipeline->next().error().text(), batch.error().text());
  }
}

TEST_F(PipelineTest, AFileThatWentAwayIsNamed) {
  auto pipeline = Pipeline::build(definition_);
  ASSERT_TRUE(pipeline);
  std::filesystem::remove(path(3));
  auto batch = pipeline->next();
  for (int i = 0; batch && i < 40; ++i) batch = pipeline->next();
  ASSERT_FALSE(batch);
  EXPECT_NE(batch.error().message.find(path(3) + " cannot be opened"), std::string::npos) << batch.error().text();
}

TEST_F(PipelineTest, WrongDefinitionsAreRefusedWithTheNumber) {
  const auto message = [](const Definition& definition) {
    const auto pipeline = Pipeline::build(definition);
    return pipeline ? std::string("accepted") : pipeline.error().message;
  };
  Definition wrong = definition_;
  wrong.batch = 27;
  EXPECT_EQ(message(wrong), root_ +
                                " gives 26 samples and a batch is 27; expected at least one batch: use more "
                                "of them or a smaller batch");
  wrong = definition_;
  wrong.threads = 0;
  EXPECT_EQ(message(wrong), "threads is 0; expected 1 .. 1024");
  wrong = definition_;
  wrong.prefetch = -1;
  EXPECT_EQ(message(wrong), "prefetch is -1; expected 1 .. 1024");
  wrong = definition_;
  wrong.crop.height = 0;
  EXPECT_EQ(message(wrong), "random_resized_crop: height 0, width 24; expected 1 .. 16384 each");
  wrong = definition_;
  wrong.folder = root_ + "/none";
  EXPECT_NE(message(wrong).find("there is no folder"), std::string::npos);
}

}  // namespace
}  // namespace feedrate::native
