#include "feedrate/app/native/marks_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "feedrate/contract/marks/reader.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

namespace marks = contract::marks;

const std::string kCell = "0123456789abcdef0123456789abcdef";

class MarksFileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "marks_file_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { EXPECT_TRUE(host::remove_tree(folder_)); }

  [[nodiscard]] std::string path(int segment) const { return format("{}/{}-{}.marks", folder_, getpid(), segment); }
  // As the agent does: a map of its own.
  [[nodiscard]] host::MappedFile opened(int segment) const {
    auto file = host::MappedFile::open(path(segment));
    EXPECT_TRUE(file) << file.error().text();
    return std::move(*file);
  }
  static std::vector<marks::Mark> read(const host::MappedFile& file) {
    marks::Reader reader;
    std::vector<marks::Mark> out;
    EXPECT_TRUE(reader.more(file.bytes(), out));
    return out;
  }

  std::string folder_;
};

TEST_F(MarksFileTest, SaysWhoWritesAndWhat) {
  auto file = MarksFile::open(folder_, kCell);
  ASSERT_TRUE(file) << file.error().text();
  ASSERT_TRUE((*file)->phase(marks::Phase::kStarted));
  ASSERT_TRUE((*file)->batch(64, 4096));
  ASSERT_TRUE((*file)->epoch(3));
  const auto mapped = opened(0);
  const auto segment = marks::read_segment(mapped.bytes(), "m");
  ASSERT_TRUE(segment) << segment.error().text();
  EXPECT_EQ(segment->pid, getpid());
  EXPECT_EQ(segment->parent, getppid());
  EXPECT_EQ(segment->cell, kCell);
  EXPECT_EQ(segment->role, marks::Role::kMain);
  EXPECT_EQ(segment->capacity, marks::kDefaultCapacity);
  EXPECT_EQ(segment->boot_id.size(), 36U);

  const auto all = read(mapped);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].kind, marks::Kind::kPhase);
  EXPECT_EQ(all[1].kind, marks::Kind::kBatch);
  EXPECT_EQ(all[1].b, 64U);
  EXPECT_EQ(all[1].a, 4096U);
  EXPECT_EQ(all[2].kind, marks::Kind::kEpoch);
  EXPECT_EQ(all[2].a, 3U);
  EXPECT_LE(segment->monotonic_ns, all[0].time_ns);
  EXPECT_LE(all[0].time_ns, all[2].time_ns);
}

TEST_F(MarksFileTest, GoesOnInANewFileWhenOneIsFull) {
  auto file = MarksFile::open(folder_, kCell, 2);
  ASSERT_TRUE(file);
  for (std::uint32_t i = 0; i < 5; ++i) {
    ASSERT_TRUE((*file)->batch(i, 0));
    (*file)->count_sample();
  }
  std::vector<std::uint32_t> samples;
  for (int number = 0; number < 3; ++number) {
    const auto mapped = opened(number);
    const auto segment = marks::read_segment(mapped.bytes(), "m");
    ASSERT_TRUE(segment) << segment.error().text();
    EXPECT_EQ(segment->segment, static_cast<std::uint32_t>(number));
    EXPECT_EQ(segment->cell, kCell);
    EXPECT_EQ(marks::samples_done(mapped.bytes()), number == 0 ? 5U : 0U) << "samples stay in the first file";
    for (const auto& mark : read(mapped)) samples.push_back(mark.b);
  }
  EXPECT_EQ(samples, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
  EXPECT_FALSE(host::exists(path(3)));
}

TEST_F(MarksFileTest, HearsTheWordToStop) {
  auto file = MarksFile::open(folder_, kCell, 1);
  ASSERT_TRUE(file);
  EXPECT_FALSE((*file)->should_stop());
  marks::set_control(opened(0).bytes(), marks::Control::kStop);
  EXPECT_TRUE((*file)->should_stop());
  // Also when its marks are in a later file by then.
  ASSERT_TRUE((*file)->batch(1, 1));
  ASSERT_TRUE((*file)->batch(1, 1));
  EXPECT_TRUE((*file)->should_stop());
}

// The bound is for an ordinary build; sanitizers cost more than that.
TEST_F(MarksFileTest, SaysWhatAMarkCosts) {
  auto file = MarksFile::open(folder_, kCell);
  ASSERT_TRUE(file);
  ASSERT_TRUE((*file)->cost());
  const auto all = read(opened(0));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].kind, marks::Kind::kCost);
  EXPECT_GT(all[0].a, 0U);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LT(all[0].a, 2000U);
#endif
}

TEST_F(MarksFileTest, AFolderThatIsNotThereIsAnError) {
  const auto file = MarksFile::open(folder_ + "/nowhere", kCell);
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("nowhere"), std::string::npos);
}

}  // namespace
}  // namespace feedrate::app
