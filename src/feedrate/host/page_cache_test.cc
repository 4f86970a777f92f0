#include "feedrate/host/page_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "feedrate/host/files.h"

namespace feedrate::host {
namespace {

class PageCache : public testing::Test {
 protected:
  void SetUp() override {
    // Beside the tests, not in a temporary folder: that may be memory, which nobody can evict.
    folder_ = std::filesystem::absolute("page_cache_test_" + std::to_string(getpid())).string();
    ASSERT_TRUE(make_folders(folder_));
    for (int i = 0; i < 4; ++i) {
      files_.push_back(folder_ + "/" + std::to_string(i));
      ASSERT_TRUE(write_file(files_.back(), std::string(100'000, 'x')));
    }
  }
  void TearDown() override { static_cast<void>(remove_tree(folder_)); }

  std::string folder_;
  std::vector<std::string> files_;
};

TEST_F(PageCache, WhatWasJustWrittenIsResident) {
  const auto found = residency_of(files_);
  EXPECT_EQ(found.bytes, 400'000);
  EXPECT_EQ(found.resident, 400'000);
}

TEST_F(PageCache, EvictedFilesAreGoneAndLoadedOnesAreBack) {
  evict(files_);
  EXPECT_EQ(residency_of(files_).resident, 0);
  load({files_[0]});
  EXPECT_EQ(residency_of(files_).resident, 100'000);
}

TEST_F(PageCache, AMissingFileCountsAsNothing) {
  EXPECT_EQ(residency_of({folder_ + "/none"}).bytes, 0);
  evict({folder_ + "/none"});
  load({folder_ + "/none"});
}

}  // namespace
}  // namespace feedrate::host
