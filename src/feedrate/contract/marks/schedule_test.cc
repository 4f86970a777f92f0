#include "feedrate/contract/marks/schedule.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace feedrate::contract::marks {
namespace {

std::uint64_t published_in(const std::vector<std::byte>& file) {
  ScheduleHeader header;
  std::memcpy(&header, file.data(), sizeof header);
  return header.published;
}

TEST(Schedule, LiesAsPythonReadsIt) {
  std::vector<std::byte> file(kScheduleBytes);
  ScheduleWriter writer(file);
  writer.name_loader("train.py:57");
  const std::vector<ScheduleEntry> entries = {{7, Mode::kReplay, 0}, {30, Mode::kLoader, 12}};
  ASSERT_TRUE(writer.publish(entries));
  EXPECT_EQ(std::memcmp(file.data(), "FRSCHED\0", 8), 0);
  EXPECT_EQ(published_in(file), 2U);
  EXPECT_STREQ(reinterpret_cast<const char*>(file.data()) + 64, "train.py:57");
  // at u64, mode u32, batches u32
  std::uint32_t words[8];
  std::memcpy(words, file.data() + 128, sizeof words);
  EXPECT_EQ(std::vector<std::uint32_t>(words, words + 8), (std::vector<std::uint32_t>{7, 0, 1, 0, 30, 0, 2, 12}));
}

TEST(Schedule, IsReadAsItWasWritten) {
  std::vector<std::byte> file(kScheduleBytes);
  ScheduleWriter writer(file);
  const ScheduleReader reader(file);
  EXPECT_EQ(reader.published(), 0U);
  const std::vector<ScheduleEntry> entries = {{7, Mode::kReplay, 0}, {30, Mode::kLoader, 12}};
  ASSERT_TRUE(writer.publish(entries));
  ASSERT_EQ(reader.published(), 2U);
  EXPECT_EQ(reader.entry(1).at, 30U);
  EXPECT_EQ(reader.entry(1).mode, Mode::kLoader);
  EXPECT_EQ(reader.entry(1).batches, 12U);
}

TEST(Schedule, RefusesWhatDoesNotFit) {
  std::vector<std::byte> file(kScheduleBytes);
  ScheduleWriter writer(file);
  EXPECT_TRUE(writer.publish(std::vector<ScheduleEntry>(kScheduleCapacity)));
  EXPECT_FALSE(writer.publish(std::vector<ScheduleEntry>(1)));
  EXPECT_EQ(published_in(file), kScheduleCapacity);
}

}  // namespace
}  // namespace feedrate::contract::marks
