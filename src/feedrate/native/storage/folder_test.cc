#include "feedrate/native/storage/folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace feedrate::native {
namespace {

class FolderTest : public testing::Test {
 protected:
  FolderTest() : root_(testing::TempDir() + "folder_XXXXXX") { EXPECT_NE(::mkdtemp(root_.data()), nullptr); }
  ~FolderTest() override { std::filesystem::remove_all(root_); }

  void write(const std::string& path, const std::string& text) const {
    const std::filesystem::path full = std::filesystem::path(root_) / path;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full, std::ios::binary) << text;
  }

  std::string root_;
};

TEST_F(FolderTest, ListsJpegFilesSortedAndSkipsTheRest) {
  write("b/2.jpg", "22");
  write("b/10.JPEG", "333");
  write("a.jpeg", "4444");
  write("b/.hidden.jpg", "x");
  write(".cache/3.jpg", "x");
  write("__MACOSX/b/2.jpg", "x");
  write("b/readme.txt", "x");
  write("b-c/1.Jpg", "");
  std::filesystem::create_directories(root_ + "/folder.jpg");
  const auto folder = Folder::list(root_, SampleKind::kPhotos);
  ASSERT_TRUE(folder) << folder.error().text();
  std::string listed;
  for (const FileEntry& file : folder->files()) listed += file.path + ":" + std::to_string(file.size) + " ";
  EXPECT_EQ(listed, "a.jpeg:4 b-c/1.Jpg:0 b/10.JPEG:3 b/2.jpg:2 ");
}

TEST_F(FolderTest, ReadsIntoOneBuffer) {
  write("1.jpg", "a longer text");
  write("2.jpg", "short");
  const auto folder = Folder::list(root_ + "/", SampleKind::kPhotos);
  ASSERT_TRUE(folder);
  std::vector<std::uint8_t> bytes;
  ASSERT_TRUE(folder->read(0, bytes));
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), "a longer text");
  const auto* buffer = bytes.data();
  ASSERT_TRUE(folder->read(1, bytes));
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), "short");
  EXPECT_EQ(bytes.data(), buffer);
}

TEST_F(FolderTest, AFileThatWentAwayIsAnErrorWithItsName) {
  write("1.jpg", "x");
  const auto folder = Folder::list(root_, SampleKind::kPhotos);
  ASSERT_TRUE(folder);
  std::filesystem::remove(root_ + "/1.jpg");
  std::vector<std::uint8_t> bytes;
  const Status status = folder->read(0, bytes);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, root_ + "/1.jpg cannot be opened: No such file or directory");
}

TEST_F(FolderTest, MissingEmptyAndNotAFolder) {
  const auto missing = Folder::list(root_ + "/none", SampleKind::kPhotos);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().fault, Fault::kInput);
  EXPECT_NE(missing.error().message.find("there is no folder " + root_ + "/none"), std::string::npos);

  const auto empty = Folder::list(root_, SampleKind::kPhotos);
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().fault, Fault::kInput);
  EXPECT_NE(empty.error().message.find("holds no .jpg or .jpeg file"), std::string::npos);

  write("file", "x");
  const auto file = Folder::list(root_ + "/file", SampleKind::kPhotos);
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("is not a folder; expected"), std::string::npos) << file.error().message;
}

}  // namespace
}  // namespace feedrate::native
