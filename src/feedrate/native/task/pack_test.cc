#include "feedrate/native/task/pack.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "feedrate/native/task/pack_target.h"

namespace feedrate::native {
namespace {

namespace fs = std::filesystem;
using Tree = std::map<std::string, std::string>;

std::string read(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

class PackTest : public testing::Test {
 protected:
  PackTest() : root_(testing::TempDir() + "pack_XXXXXX") {
    EXPECT_NE(::mkdtemp(root_.data()), nullptr);
    tree_ = {{"dataset.json", "{}"}, {".hidden", "x"}, {"deep/" + std::string(200, 'd') + "/1", "far"}, {"empty", ""}};
    for (int i = 0; i < 40; ++i)
      tree_[format("{:02}/{:04}.jpg", i % 3, i)] =
          std::string(static_cast<std::size_t>(500'000 + i), static_cast<char>('a' + i % 26));
    for (const auto& [path, bytes] : tree_) {
      fs::create_directories(fs::path(at("photos/" + path)).parent_path());
      std::ofstream(at("photos/" + path), std::ios::binary) << bytes;
    }
  }
  ~PackTest() override { fs::remove_all(root_); }

  [[nodiscard]] std::string at(const std::string& path) const { return root_ + "/" + path; }
  [[nodiscard]] Tree tree(const std::string& folder) const {
    Tree out;
    for (const auto& each : fs::recursive_directory_iterator(at(folder)))
      if (each.is_regular_file()) out[each.path().lexically_relative(at(folder)).generic_string()] = read(each.path());
    return out;
  }
  [[nodiscard]] Expected<PackDone> run(const std::string& from, const std::string& to) const {
    return pack({at(from), at(to), 3});
  }

  std::string root_;
  Tree tree_;
};

TEST_F(PackTest, WhatGoesInComesOut) {
  for (const char* archive : {"a.tar", "a.bundle"}) {
    const auto packed = run("photos", archive);
    ASSERT_TRUE(packed) << packed.error().text();
    EXPECT_EQ(packed->files, tree_.size());
    EXPECT_EQ(packed->kept, 0U);
    const std::string out = format("{} unpacked", archive);
    ASSERT_TRUE(run(archive, out));
    EXPECT_TRUE(tree(out) == tree_) << archive;
  }
  ASSERT_TRUE(run("a.tar", "b.bundle"));
  EXPECT_TRUE(read(at("b.bundle")) == read(at("a.bundle"))) << "by way of a tar file it is the same";
  ASSERT_TRUE(run("photos", "c.tar"));
  EXPECT_TRUE(read(at("c.tar")) == read(at("a.tar"))) << "whatever the threads did";
  for (const auto& each : fs::directory_iterator(root_))
    EXPECT_FALSE(each.path().string().ends_with(".part") || each.path().string().ends_with(".packing")) << each.path();
}

// Ends like a killed process, after some pieces.
TEST_F(PackTest, GoesOnWhereItWasKilled) {
  for (const char* archive : {"a.tar", "a.bundle"}) {
    ASSERT_TRUE(run("photos", std::string("whole-") + archive));
    EXPECT_EXIT(static_cast<void>(pack({at("photos"), at(archive), 1},
                                       [](std::uint64_t done, std::uint64_t total) {
                                         if (done * 2 > total) std::_Exit(9);
                                       })),
                testing::ExitedWithCode(9), "");
    ASSERT_FALSE(fs::exists(at(archive)));
    const auto packed = run("photos", archive);
    ASSERT_TRUE(packed) << packed.error().text();
    EXPECT_GT(packed->kept, 10U);
    EXPECT_LT(packed->kept, packed->files);
    EXPECT_TRUE(read(at(archive)) == read(at(std::string("whole-") + archive)));
  }
}

TEST_F(PackTest, BeginsAnewWhereTheFilesAreOthers) {
  ASSERT_TRUE(PackTarget::open(at("a.tar"), "others")->note(0));
  std::ofstream(at("a.tar.part")) << "what others left";
  const auto packed = run("photos", "a.tar");
  ASSERT_TRUE(packed) << packed.error().text();
  EXPECT_EQ(packed->kept, 0U);
  ASSERT_TRUE(run("a.tar", "out"));
  EXPECT_TRUE(tree("out") == tree_);
}

TEST_F(PackTest, ALineThatWasCutShortCountsForNothing) {
  { ASSERT_TRUE(PackTarget::open(at("a.tar"), "same")->note(12)); }
  std::ofstream(at("a.tar.packing"), std::ios::app) << "34";
  for (int i = 0; i < 2; ++i) {
    const auto target = PackTarget::open(at("a.tar"), "same");
    ASSERT_TRUE(target);
    EXPECT_TRUE(target->has(12));
    EXPECT_FALSE(target->has(34));
    EXPECT_FALSE(target->has(3));
    ASSERT_TRUE(target->note(5));
  }
}

TEST_F(PackTest, OneProcessWritesAnArchive) {
  const auto first = PackTarget::open(at("a.tar"), "same");
  ASSERT_TRUE(first);
  const auto second = PackTarget::open(at("a.tar"), "same");
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("another process"), std::string::npos);
}

TEST_F(PackTest, UnpackingGoesOnAndOverwritesNothing) {
  ASSERT_TRUE(run("photos", "a.tar"));
  fs::create_directories(at("out/00"));
  std::ofstream(at("out/00/0000.jpg"), std::ios::binary) << tree_["00/0000.jpg"];
  const auto done = run("a.tar", "out");
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(done->kept, 1U);
  std::ofstream(at("out/empty"), std::ios::binary) << "not empty";
  const auto again = run("a.tar", "out");
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().fault, Fault::kInput);
  EXPECT_NE(again.error().message.find("out/empty is there already with other bytes"), std::string::npos);
  EXPECT_EQ(read(at("out/empty")), "not empty");
}

TEST_F(PackTest, WhatCannotBeAskedFor) {
  const auto says = [&](const std::string& from, const std::string& to, const std::string& words) {
    const auto done = run(from, to);
    ASSERT_FALSE(done) << from << " " << to;
    EXPECT_EQ(done.error().fault, Fault::kInput);
    EXPECT_NE(done.error().message.find(words), std::string::npos) << done.error().message;
  };
  says("nowhere", "a.tar", "there is no");
  says("photos", "more", "more would be a folder too");
  says("photos", "photos/a.tar", "lies in");
  says("photos/empty", "out", "expected a name that ends in .tar or .bundle");
  std::ofstream(at("b.tar")) << "mine";
  says("photos", "b.tar", "nothing is overwritten");
  EXPECT_EQ(read(at("b.tar")), "mine");
  fs::create_directories(at("nothing"));
  says("nothing", "a.tar", "holds no file");
}

}  // namespace
}  // namespace feedrate::native
