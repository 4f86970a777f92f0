#include "feedrate/agent/marks_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "feedrate/contract/marks/writer.h"
#include "feedrate/host/files.h"

namespace feedrate::agent {
namespace {

namespace marks = contract::marks;

const std::string kCell = "0123456789abcdef0123456789abcdef";

// One marks file and the process that would write it.
struct Subject {
  Subject(const std::string& folder, const char* name, marks::Role role = marks::Role::kMain,
          const std::string& cell = kCell)
      : file(*host::MappedFile::create(folder + "/" + name, marks::file_bytes(4))),
        writer(file.bytes(), {.pid = 7, .role = role, .cell = cell}) {}
  void batch(std::uint32_t samples) { EXPECT_TRUE(writer.append({marks::Kind::kBatch, 0, 1, 100, samples})); }

  host::MappedFile file;
  marks::Writer writer;
};

class MarksFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "marks_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { EXPECT_TRUE(host::remove_tree(folder_)); }
  std::string folder_;
};

TEST_F(MarksFolderTest, FollowsFilesThatGrowAndAppear) {
  MarksFolder folder(folder_, kCell);
  ASSERT_TRUE(folder.poll());
  EXPECT_EQ(folder.files(), 0);

  Subject main(folder_, "7-0.marks");
  main.batch(8);
  ASSERT_TRUE(folder.poll());
  EXPECT_EQ(folder.batches(), 1);
  ASSERT_TRUE(folder.poll());
  EXPECT_EQ(folder.batches(), 1) << "read twice";

  main.writer.append({marks::Kind::kEpoch, 0, 2, 0, 0});
  main.batch(9);
  Subject worker(folder_, "8-0.marks", marks::Role::kWorker);
  worker.batch(1);
  worker.writer.count_samples(5);
  main.writer.count_samples(2);
  ASSERT_TRUE(folder.poll());
  EXPECT_EQ(folder.samples_by_worker(), (std::map<int, std::uint64_t>{{7, 5}}));
  EXPECT_EQ(folder.samples_delivered(), 17);
  EXPECT_EQ(folder.files(), 2);
  EXPECT_EQ(folder.batches(), 2) << "only the main process hands out batches";
  ASSERT_EQ(folder.marks().size(), 3U);
  EXPECT_EQ(folder.marks()[2].b, 9U);
  EXPECT_EQ(folder.whole(), 4);
  EXPECT_EQ(folder.samples_done(), 7U);
}

TEST_F(MarksFolderTest, RefusesTheMarksOfAnotherCell) {
  const Subject other(folder_, "7-0.marks", marks::Role::kMain, std::string(32, 'f'));
  MarksFolder folder(folder_, kCell);
  EXPECT_FALSE(folder.claims_other_cell());
  const auto status = folder.poll();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "its marks claim the cell " + std::string(32, 'f') + " instead of " + kCell);
  EXPECT_TRUE(folder.claims_other_cell());
}

TEST_F(MarksFolderTest, LeavesFilesAloneUntilTheirMagicIsThere) {
  auto half = host::MappedFile::create(folder_ + "/7-0.marks", marks::file_bytes(4));
  ASSERT_TRUE(half);
  ASSERT_TRUE(host::write_file(folder_ + "/8-0.marks", ""));
  ASSERT_TRUE(host::write_file(folder_ + "/notes.txt", "no marks"));
  MarksFolder folder(folder_, kCell);
  ASSERT_TRUE(folder.poll());
  EXPECT_EQ(folder.files(), 0);
  const marks::Writer writer(half->bytes(), {.cell = kCell});
  ASSERT_TRUE(folder.poll());
  EXPECT_EQ(folder.files(), 1);
}

TEST_F(MarksFolderTest, SaysWhichFileNobodyCanRead) {
  Subject main(folder_, "7-0.marks");
  main.batch(8);
  main.file.bytes()[marks::kHeaderBytes + offsetof(marks::Record, kind)] = std::byte{99};
  MarksFolder folder(folder_, kCell);
  const auto status = folder.poll();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().text(), "mark 1 is of unknown kind 99\n  while reading 7-0.marks");
  EXPECT_FALSE(folder.claims_other_cell());
}

TEST_F(MarksFolderTest, TheWordToStopReachesFilesThatComeLater) {
  const Subject early(folder_, "7-0.marks");
  MarksFolder folder(folder_, kCell);
  ASSERT_TRUE(folder.poll());
  EXPECT_EQ(early.writer.control(), marks::Control::kRun);
  folder.ask_to_stop();
  EXPECT_EQ(early.writer.control(), marks::Control::kStop);
  const Subject late(folder_, "7-1.marks");
  ASSERT_TRUE(folder.poll());
  EXPECT_EQ(late.writer.control(), marks::Control::kStop);
}

TEST_F(MarksFolderTest, CountsTornMarks) {
  Subject main(folder_, "7-0.marks");
  main.batch(8);
  main.batch(8);
  std::memset(main.file.bytes().data() + marks::kHeaderBytes + marks::kRecordBytes + 16, 0, 16);
  MarksFolder folder(folder_, kCell);
  ASSERT_TRUE(folder.poll());
  EXPECT_EQ(folder.batches(), 1);
  EXPECT_EQ(folder.torn(), 1);
}

}  // namespace
}  // namespace feedrate::agent
