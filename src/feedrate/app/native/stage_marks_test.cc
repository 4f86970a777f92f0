#include "feedrate/app/native/stage_marks.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <map>

#include "feedrate/contract/marks/reader.h"
#include "feedrate/host/clock.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

namespace marks = contract::marks;

constexpr std::int64_t kOften = 25'000'000;  // a little longer than from one set of marks to the next

TEST(StageMarks, SayWhatTheThreadsDid) {
  std::string folder = testing::TempDir() + "stage_marks_XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  auto file = MarksFile::open(folder, "0123456789abcdef0123456789abcdef");
  ASSERT_TRUE(file) << file.error().text();
  native::Definition definition;
  definition.threads = 1;
  definition.slowdown.decode = 2;
  const std::int64_t began = host::monotonic_ns();
  StageMarks stages(**file, definition);
  const auto watch = stages.watch();
  watch.made({0, 0, 100, 1'100, 1'600, 50, true, 0.25});
  watch.made({1, 0, 100, 1'100, 1'600, 50, true, 0.75});
  watch.read({0, 0, 40});
  while (host::monotonic_ns() - began < kOften) usleep(1000);
  ASSERT_TRUE(stages.batch(7'000));
  ASSERT_TRUE(stages.batch(7'100));  // too soon for more marks

  const auto mapped = host::MappedFile::open(format("{}/{}-0.marks", folder, getpid()));
  ASSERT_TRUE(mapped) << mapped.error().text();
  marks::Reader reader;
  std::vector<marks::Mark> all;
  ASSERT_TRUE(reader.more(mapped->bytes(), all));
  std::map<std::pair<std::string, marks::Wait>, std::uint64_t> times;
  std::map<marks::Kind, std::pair<std::string, std::uint64_t>> others;
  for (const auto& mark : all) {
    const std::string name = marks::name_in(mapped->bytes(), mark.id);
    if (mark.kind != marks::Kind::kStage) others[mark.kind] = {name, mark.a};
    if (mark.kind != marks::Kind::kStage) continue;
    EXPECT_NE(mark.b & marks::kByThreads, 0U);
    times[{name, marks::wait_of(mark.b)}] = mark.a;
  }
  const std::string decode = "decode (slowed 2x)";
  EXPECT_EQ((times[{"read", marks::Wait::kBusy}]), 40U);
  EXPECT_EQ((times[{decode, marks::Wait::kBusy}]), 2'000U);
  EXPECT_EQ((times[{"transform", marks::Wait::kBusy}]), 1'000U);
  EXPECT_EQ((times[{decode, marks::Wait::kInput}]), 200U);
  EXPECT_EQ((times[{"transform", marks::Wait::kOutput}]), 7'000U);
  EXPECT_EQ(others[marks::Kind::kQueue], std::pair(decode, std::uint64_t{1'000'000}));
  EXPECT_EQ(others[marks::Kind::kBytes], std::pair(std::string("read"), std::uint64_t{100}));
  EXPECT_EQ(all.size(), 7U);
  EXPECT_TRUE(host::remove_tree(folder));
}

}  // namespace
}  // namespace feedrate::app
