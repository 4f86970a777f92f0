// The marks files of tests/golden/marks, written by the Python package, and their descriptions: our reader must see
// what is described, and our writer must write the same bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "feedrate/base/json.h"
#include "feedrate/contract/marks/reader.h"
#include "feedrate/contract/marks/writer.h"

namespace feedrate::contract::marks {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class GoldenMarks : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const fs::path folder = fs::path(__FILE__).parent_path() / "../../../../tests/golden/marks";
    const std::string text = content(folder / (std::string(GetParam()) + ".marks"));
    ASSERT_GE(text.size(), kHeaderBytes) << "no such file, or no marks in it";
    file_.resize(text.size());
    std::memcpy(file_.data(), text.data(), text.size());
    auto described = parse_json(content(folder / (std::string(GetParam()) + ".json")), GetParam());
    ASSERT_TRUE(described) << described.error().text();
    described_ = std::move(*described);
  }
  [[nodiscard]] const Value& header(const char* key) const { return *described_.find("header")->find(key); }
  template <class T>
  [[nodiscard]] T number(const char* key) const {
    return static_cast<T>(header(key).as_integer());
  }
  [[nodiscard]] std::vector<Mark> described_marks() const {
    std::vector<Mark> out;
    for (const auto& mark : described_.find("marks")->items()) {
      const auto field = [&](const char* key) { return mark.find(key)->as_integer(); };
      out.push_back({static_cast<Kind>(field("kind")), static_cast<std::uint16_t>(field("id")), field("time_ns"),
                     static_cast<std::uint64_t>(field("a")), static_cast<std::uint32_t>(field("b"))});
    }
    return out;
  }

  std::vector<std::byte> file_;
  Value described_;
};

TEST_P(GoldenMarks, AreReadAsDescribed) {
  const auto segment = read_segment(file_, GetParam());
  ASSERT_TRUE(segment) << segment.error().text();
  EXPECT_EQ(segment->capacity, number<std::uint32_t>("capacity"));
  EXPECT_EQ(segment->pid, number<std::int32_t>("pid"));
  EXPECT_EQ(segment->parent, number<std::int32_t>("parent"));
  EXPECT_EQ(segment->segment, number<std::uint32_t>("segment"));
  EXPECT_EQ(segment->role, static_cast<Role>(number<std::uint32_t>("role")));
  EXPECT_EQ(segment->monotonic_ns, number<std::int64_t>("monotonic_ns"));
  EXPECT_EQ(segment->realtime_ns, number<std::int64_t>("realtime_ns"));
  EXPECT_EQ(segment->boot_id, header("boot_id").as_text());
  EXPECT_EQ(segment->cell, header("cell").as_text());
  EXPECT_EQ(samples_done(file_), number<std::uint64_t>("samples_done"));
  for (std::uint16_t slot = 0; slot < kNameSlots; ++slot) {
    const Value* name = described_.find("names")->find(std::to_string(slot));
    EXPECT_EQ(name_in(file_, slot), name == nullptr ? "" : name->as_text()) << slot;
  }

  Reader reader;
  std::vector<Mark> marks;
  ASSERT_TRUE(reader.more(file_, marks));
  const auto expected = described_marks();
  ASSERT_EQ(marks.size(), expected.size());
  for (std::size_t i = 0; i < marks.size(); ++i) {
    EXPECT_EQ(marks[i].kind, expected[i].kind) << i;
    EXPECT_EQ(marks[i].id, expected[i].id) << i;
    EXPECT_EQ(marks[i].time_ns, expected[i].time_ns) << i;
    EXPECT_EQ(marks[i].a, expected[i].a) << i;
    EXPECT_EQ(marks[i].b, expected[i].b) << i;
  }
  EXPECT_EQ(is_torn(file_, reader.read()), described_.find("torn")->as_bool());
}

TEST_P(GoldenMarks, AreWrittenByteForByte) {
  std::vector<std::byte> ours(file_bytes(number<std::uint32_t>("capacity")));
  Writer writer(ours, {.pid = number<std::int32_t>("pid"),
                       .parent = number<std::int32_t>("parent"),
                       .segment = number<std::uint32_t>("segment"),
                       .role = static_cast<Role>(number<std::uint32_t>("role")),
                       .monotonic_ns = number<std::int64_t>("monotonic_ns"),
                       .realtime_ns = number<std::int64_t>("realtime_ns"),
                       .boot_id = header("boot_id").as_text(),
                       .cell = header("cell").as_text()});
  for (const auto& [slot, name, at] : described_.find("names")->members())
    writer.name(static_cast<std::uint16_t>(std::stoi(slot)), name.as_text());
  const auto marks = described_marks();
  for (const auto& mark : marks) ASSERT_TRUE(writer.append(mark));
  writer.count_samples(number<std::uint64_t>("samples_done"));

  ASSERT_EQ(ours.size(), file_.size());
  // No description tells what a torn record still held: there only what lies before it can be the same.
  const bool torn = described_.find("torn")->as_bool();
  const std::size_t known = torn ? kHeaderBytes + kRecordBytes * marks.size() : file_.size();
  const auto differ =
      std::mismatch(ours.begin(), ours.begin() + static_cast<std::ptrdiff_t>(known), file_.begin()).first;
  EXPECT_EQ(static_cast<std::size_t>(differ - ours.begin()), known) << "the first byte that differs";
}

INSTANTIATE_TEST_SUITE_P(Python, GoldenMarks, testing::Values("main", "worker", "full", "next_segment", "torn"),
                         [](const auto& each) { return each.param; });

// A file that nobody reads proves nothing.
TEST(GoldenMarksFolder, HasNoOtherFiles) {
  const fs::path folder = fs::path(__FILE__).parent_path() / "../../../../tests/golden/marks";
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 2 * 5);
}

}  // namespace
}  // namespace feedrate::contract::marks
