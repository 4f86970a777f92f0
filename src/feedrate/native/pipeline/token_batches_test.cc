#include "feedrate/native/pipeline/token_batches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace feedrate::native {
namespace {

constexpr int kLength = 16;
constexpr int kWindows = 22;

class TokenBatchesTest : public testing::Test {
 protected:
  TokenBatchesTest() : root_(testing::TempDir() + "token_batches_XXXXXX") {
    EXPECT_NE(::mkdtemp(root_.data()), nullptr);
    std::ofstream file(root_ + "/a.bin", std::ios::binary);
    for (int i = 0; i < kWindows * kLength; ++i) file.put(static_cast<char>(i & 0xff)).put(static_cast<char>(i >> 8));
    definition_ = {root_, kLength, 0, 4, 2, 3, 7};
  }
  ~TokenBatchesTest() override { std::filesystem::remove_all(root_); }

  // The first tokens of all samples of so many batches.
  std::vector<std::int64_t> firsts(int batches) {
    auto made = TokenBatches::start(definition_);
    EXPECT_TRUE(made) << made.error().text();
    std::vector<std::int64_t> out;
    for (int b = 0; b < batches; ++b) {
      const auto batch = (*made)->next();
      EXPECT_TRUE(batch);
      EXPECT_EQ(batch->size(), static_cast<std::size_t>(definition_.batch * kLength));
      for (std::size_t s = 0; s < static_cast<std::size_t>(definition_.batch); ++s) {
        out.push_back((*batch)[s * kLength]);
        for (std::size_t k = 0; k < kLength; ++k)
          EXPECT_EQ((*batch)[s * kLength + k], out.back() + static_cast<std::int64_t>(k));
      }
    }
    return out;
  }

  std::string root_;
  TokenDefinition definition_;
};

TEST_F(TokenBatchesTest, AnEpochHasEveryWindowAtMostOnceInAnotherOrder) {
  const auto both = firsts(10);  // five batches an epoch, two windows left out
  std::vector<std::int64_t> first(both.begin(), both.begin() + 20);
  std::vector<std::int64_t> second(both.begin() + 20, both.end());
  EXPECT_NE(first, second);
  for (auto* epoch : {&first, &second}) {
    std::sort(epoch->begin(), epoch->end());
    EXPECT_EQ(std::unique(epoch->begin(), epoch->end()), epoch->end());
    for (const auto token : *epoch) EXPECT_EQ(token % kLength, 0);
  }
}

TEST_F(TokenBatchesTest, ThreadsChangeNothing) {
  const auto expected = firsts(12);
  definition_.threads = 4;
  definition_.prefetch = 1;
  EXPECT_EQ(firsts(12), expected);
  definition_.seed = 8;
  EXPECT_NE(firsts(12), expected);
}

TEST_F(TokenBatchesTest, OnlySoManyAreMadeAhead) {
  std::atomic<int> made = 0;
  auto batches = TokenBatches::start(definition_, [&] { ++made; });
  ASSERT_TRUE(batches);
  for (int i = 1; i < 50; ++i) {
    ASSERT_TRUE((*batches)->next());
    EXPECT_GE(made, i);
    EXPECT_LE(made, i + definition_.prefetch);
  }
}

TEST_F(TokenBatchesTest, FewerThanABatchIsAnError) {
  definition_.item_limit = 3;
  const auto batches = TokenBatches::start(definition_);
  ASSERT_FALSE(batches);
  EXPECT_NE(batches.error().text().find("3 samples of 16 tokens"), std::string::npos) << batches.error().text();
}

}  // namespace
}  // namespace feedrate::native
