#include "feedrate/agent/data_cache.h"

#include <gtest/gtest.h>

namespace feedrate::agent {
namespace {

using contract::CacheState;

std::optional<CacheState> state(std::int64_t touched, std::int64_t device, DataFiles files = {}) {
  contract::CacheEvidence found;
  found.touched_bytes = touched;
  found.device_bytes = device;
  return cache_state(found, files);
}

TEST(CacheState, IsDecidedByTheShareThatCameFromTheDevice) {
  EXPECT_EQ(state(1000, 950), CacheState::kCold);
  EXPECT_EQ(state(1000, 1200), CacheState::kCold) << "read-ahead brings more than was asked for";
  EXPECT_EQ(state(1000, 949), CacheState::kMixed);
  EXPECT_EQ(state(1000, 51), CacheState::kMixed);
  EXPECT_EQ(state(1000, 50), CacheState::kWarm);
  EXPECT_EQ(state(1000, 0), CacheState::kWarm);
}

TEST(CacheState, IsNotGuessed) {
  EXPECT_EQ(state(0, 0), std::nullopt) << "nothing was delivered";
  DataFiles remote;
  remote.device_counts = false;
  EXPECT_EQ(state(1000, 0, remote), std::nullopt) << "a server's reads are not the process's";
  EXPECT_EQ(state(1000, 990, remote), CacheState::kCold);
}

TEST(CacheState, MemoryHasNoDevice) {
  DataFiles files;
  files.in_memory = true;
  EXPECT_EQ(state(1000, 0, files), CacheState::kMemory);
}

TEST(DataCache, SaysWhenItIsNotAsAsked) {
  const auto files = std::make_shared<const DataFiles>();
  contract::CacheEvidence found;
  found.state = CacheState::kMixed;
  EXPECT_EQ(DataCache(files, contract::Cache::kCold, contract::Source::kStorage).not_as_asked(found), "not-cold");
  EXPECT_EQ(DataCache(files, contract::Cache::kWarm, contract::Source::kStorage).not_as_asked(found), "not-warm");
  EXPECT_EQ(DataCache(files, contract::Cache::kAny, contract::Source::kStorage).not_as_asked(found), std::nullopt);
  found.state = CacheState::kMemory;
  EXPECT_EQ(DataCache(files, contract::Cache::kWarm, contract::Source::kStorage).not_as_asked(found), std::nullopt);
  EXPECT_EQ(DataCache(files, contract::Cache::kCold, contract::Source::kStorage).not_as_asked(found), "not-cold");
}

}  // namespace
}  // namespace feedrate::agent
