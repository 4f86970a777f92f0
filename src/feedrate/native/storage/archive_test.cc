#include "feedrate/native/storage/archive.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "feedrate/native/storage/bundle.h"
#include "feedrate/native/storage/tar.h"

namespace feedrate::native {
namespace {

std::string filled(std::string bytes, std::uint64_t size) {
  bytes.resize(static_cast<std::size_t>(size));
  return bytes;
}

std::string tar_of(const std::string& path, const std::string& bytes) {
  return tar_header(path, bytes.size()) + filled(bytes, tar_filled(bytes.size()));
}

class ArchiveTest : public testing::Test {
 protected:
  ArchiveTest() : root_(testing::TempDir() + "archive_XXXXXX") { EXPECT_NE(::mkdtemp(root_.data()), nullptr); }
  ~ArchiveTest() override { std::filesystem::remove_all(root_); }

  [[nodiscard]] std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(root_ + "/" + name, std::ios::binary) << bytes;
    return root_ + "/" + name;
  }
  // "path:bytes " of each file, or the error.
  [[nodiscard]] std::string held(const std::string& name, const std::string& bytes) const {
    const auto archive = Archive::open(write(name, bytes));
    if (!archive) return archive.error().message;
    std::string out;
    std::vector<std::uint8_t> file;
    for (std::size_t i = 0; i < archive->files().size(); ++i) {
      EXPECT_TRUE(archive->read(i, file));
      out += archive->files()[i].path + ":" + std::string(file.begin(), file.end()) + " ";
    }
    return out;
  }

  std::string root_;
};

TEST_F(ArchiveTest, ATarFileHoldsWhatWasPutIn) {
  const std::string end(kTarEndBytes, '\0');
  EXPECT_EQ(held("a.tar", tar_of("a/1.jpg", "one") + tar_of("empty", "") + tar_of("b", std::string(513, 'x')) + end),
            "a/1.jpg:one empty: b:" + std::string(513, 'x') + " ");
  EXPECT_EQ(held("a.tar", tar_of("a", "1")), "a:1 ") << "without the zeros at its end";
  EXPECT_EQ(held("a.tar", end), "");
}

TEST_F(ArchiveTest, PathsOfAnyLengthFitATarFile) {
  std::string path = "d";
  for (std::size_t size = 1; size < 400; size += 7) {
    EXPECT_EQ(held("a.tar", tar_of(path, "x") + tar_of("next", "y")), path + ":x next:y ") << path.size();
    path += size % 2 == 0 ? "/eeeeee" : "ffffff/";
    if (path.back() == '/') path += "g";
  }
  const std::string without_slash(300, 'n');
  EXPECT_EQ(held("a.tar", tar_of(without_slash, "x")), without_slash + ":x ");
  EXPECT_EQ(tar_header("short", 1).size(), kTarBlock);
  EXPECT_EQ(tar_header(std::string(90, 'p') + "/" + std::string(90, 'n'), 1).size(), kTarBlock);
  EXPECT_EQ(tar_header(without_slash, 1).size(), 3 * kTarBlock);
}

TEST_F(ArchiveTest, TheSizeOfAHugeFileIsRead) {
  const std::uint64_t huge = std::uint64_t{9} << 30U;
  const std::string path = write("a.tar", tar_header("huge", huge));
  std::filesystem::resize_file(path, kTarBlock + huge);  // a hole
  const auto archive = Archive::open(path);
  ASSERT_TRUE(archive) << archive.error().text();
  EXPECT_EQ(archive->files(), (std::vector<Packed>{{"huge", kTarBlock, huge}}));
}

TEST_F(ArchiveTest, ADamagedTarFileIsAnErrorThatSaysWhere) {
  const std::string whole = tar_of("a", "one") + tar_of("b", "two");
  EXPECT_NE(held("a.tar", whole.substr(0, 2 * kTarBlock + 7)).find("half a header at byte 1024"), std::string::npos);
  EXPECT_NE(held("a.tar", whole.substr(0, 3 * kTarBlock)).find("more than follow at byte 1024"), std::string::npos);
  std::string changed = whole;
  changed[2 * kTarBlock] = 'c';
  EXPECT_NE(held("a.tar", changed).find("no header of a tar file at byte 1024"), std::string::npos);
  EXPECT_NE(held("a.tar", "no archive, and shorter than a block").find("half a header"), std::string::npos);
}

TEST_F(ArchiveTest, NothingLeadsOutOfTheFolder) {
  for (const char* path : {"../a", "/etc/passwd", "a/../../b", "a//b", "."})
    EXPECT_NE(held("a.tar", tar_of(path, "x")).find("is no path inside of a folder"), std::string::npos) << path;
  EXPECT_NE(held("a.tar", tar_of("a", "x") + tar_of("a", "y")).find("holds a twice"), std::string::npos);
}

std::string bundle_of(const std::vector<std::pair<std::string, std::string>>& files) {
  std::string out = bundle_begin();
  std::vector<Packed> packed;
  for (const auto& [path, bytes] : files) {
    packed.push_back({path, out.size(), bytes.size()});
    out += filled(bytes, bundle_filled(bytes.size()));
  }
  return out + bundle_end(packed, out.size());
}

TEST_F(ArchiveTest, ABundleHoldsWhatWasPutIn) {
  EXPECT_EQ(held("a.bundle", bundle_of({{"a/1.jpg", "one"}, {"empty", ""}, {"b", std::string(65, 'x')}})),
            "a/1.jpg:one empty: b:" + std::string(65, 'x') + " ");
  EXPECT_EQ(held("a.bundle", bundle_of({})), "");
}

TEST_F(ArchiveTest, ADamagedBundleIsAnError) {
  const std::string whole = bundle_of({{"a", "one"}, {"b", "two"}});
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(held("a.bundle", whole.substr(0, size)).find("is no whole bundle"), std::string::npos) << size;
  // Whatever a byte of the index becomes, nothing outside of the file is read.
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x81);
    EXPECT_FALSE(held("a.bundle", changed).empty()) << at;
  }
}

TEST_F(ArchiveTest, IsKnownByItsEnding) {
  EXPECT_EQ(archive_kind("a/b.tar"), ArchiveKind::kTar);
  EXPECT_EQ(archive_kind("b.bundle"), ArchiveKind::kBundle);
  EXPECT_EQ(archive_kind("tar"), std::nullopt);
  EXPECT_NE(held("a.zip", "PK").find("expected a name that ends in .tar or .bundle"), std::string::npos);
}

}  // namespace
}  // namespace feedrate::native
