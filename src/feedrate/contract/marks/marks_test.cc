#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "feedrate/contract/marks/reader.h"
#include "feedrate/contract/marks/writer.h"

namespace feedrate::contract::marks {
namespace {

struct File {
  explicit File(std::uint32_t capacity = 16) : bytes(file_bytes(capacity)) {}
  std::vector<std::byte> bytes;
  Identity identity{.pid = 7,
                    .parent = 3,
                    .segment = 0,
                    .role = Role::kWorker,
                    .monotonic_ns = 11,
                    .realtime_ns = 22,
                    .boot_id = "boot",
                    .cell = "0123456789abcdef0123456789abcdef"};
};

TEST(Marks, ReadBackWhatWasWritten) {
  File file;
  Writer writer(file.bytes, file.identity);
  EXPECT_TRUE(writer.append({Kind::kPhase, 0, 100, 1, 0}));
  EXPECT_TRUE(writer.append({Kind::kBatch, 0, 200, 4096, 64}));
  writer.count_samples(3);
  writer.name(2, "decode");
  auto segment = read_segment(file.bytes, "m");
  ASSERT_TRUE(segment) << segment.error().text();
  EXPECT_EQ(segment->pid, 7);
  EXPECT_EQ(segment->role, Role::kWorker);
  EXPECT_EQ(segment->cell, "0123456789abcdef0123456789abcdef");
  Reader reader;
  std::vector<Mark> marks;
  ASSERT_TRUE(reader.more(file.bytes, marks));
  ASSERT_EQ(marks.size(), 2U);
  EXPECT_EQ(marks[1].a, 4096U);
  EXPECT_EQ(marks[1].b, 64U);
  EXPECT_EQ(samples_done(file.bytes), 3U);
  EXPECT_EQ(name_in(file.bytes, 2), "decode");
  EXPECT_EQ(name_in(file.bytes, 3), "");
  set_control(file.bytes, Control::kStop);
  EXPECT_EQ(writer.control(), Control::kStop);
}

TEST(Marks, FullFileRefusesMore) {
  File file(2);
  Writer writer(file.bytes, file.identity);
  EXPECT_TRUE(writer.append({}));
  EXPECT_TRUE(writer.append({}));
  EXPECT_FALSE(writer.append({}));
}

TEST(Marks, EveryTornPrefixOfARecordIsDroppedAndNamed) {
  for (std::size_t cut = 1; cut < kRecordBytes; ++cut) {
    File file;
    Writer writer(file.bytes, file.identity);
    writer.append({Kind::kBatch, 0, 1, 1, 1});
    writer.append({Kind::kBatch, 9, -1, ~0ULL, ~0U});
    // The second record got only as far as `cut` bytes.
    std::memset(file.bytes.data() + kHeaderBytes + kRecordBytes + cut, 0, kRecordBytes - cut);
    Reader reader;
    std::vector<Mark> marks;
    ASSERT_TRUE(reader.more(file.bytes, marks));
    if (marks.size() == 2) {
      // A little-endian 2 is whole after its first byte: all that is missing were zeros.
      EXPECT_EQ(cut, kRecordBytes - 3);
      cut = kRecordBytes;
      continue;
    }
    EXPECT_EQ(marks.size(), 1U) << cut;
    EXPECT_TRUE(is_torn(file.bytes, reader.read())) << cut;
  }
}

TEST(Marks, RefusesForeignBytes) {
  File file;
  EXPECT_FALSE(read_segment(file.bytes, "m"));
  EXPECT_FALSE(read_segment(std::span(file.bytes).first(100), "m"));
  Writer writer(file.bytes, file.identity);
  EXPECT_TRUE(read_segment(file.bytes, "m"));
  EXPECT_FALSE(read_segment(std::span(file.bytes).first(file.bytes.size() - 32), "m"));
  writer.append({});
  file.bytes[kHeaderBytes + 4] = std::byte{99};
  Reader reader;
  std::vector<Mark> marks;
  auto status = reader.more(file.bytes, marks);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "mark 1 is of unknown kind 99");
}

TEST(Marks, CanBeReadWhileTheyAreWritten) {
  constexpr std::uint32_t kCount = 20000;
  File file(kCount);
  Writer writer(file.bytes, file.identity);
  std::thread thread([&] {
    for (std::uint32_t i = 0; i < kCount; ++i) {
      writer.append({Kind::kBatch, 0, i, i * 3ULL, i});
      writer.count_samples(1);
    }
  });
  Reader reader;
  std::vector<Mark> marks;
  while (marks.size() < kCount) ASSERT_TRUE(reader.more(file.bytes, marks));
  thread.join();
  for (std::uint32_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(marks[i].time_ns, i);
    ASSERT_EQ(marks[i].a, i * 3ULL);
  }
  EXPECT_EQ(samples_done(file.bytes), kCount);
}

}  // namespace
}  // namespace feedrate::contract::marks
