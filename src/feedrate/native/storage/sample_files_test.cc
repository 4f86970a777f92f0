#include "feedrate/native/storage/sample_files.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "feedrate/host/files.h"
#include "feedrate/native/storage/tar.h"

namespace feedrate::native {
namespace {

class SampleFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "sample_files_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { EXPECT_TRUE(host::remove_tree(folder_)); }

  // In this order, as an archiver may have them.
  std::string tar(const std::vector<std::pair<std::string, std::string>>& files, const std::string& name = "a.tar") {
    std::string all;
    for (const auto& [path, text] : files) {
      all += tar_header(path, text.size()) + text;
      all.resize(tar_filled(all.size()));
    }
    all.resize(all.size() + kTarEndBytes);
    EXPECT_TRUE(host::write_file(folder_ + "/" + name, all));
    return folder_ + "/" + name;
  }

  std::string folder_;
};

std::string text_of(const SampleFiles& files, std::size_t index) {
  std::vector<std::uint8_t> bytes;
  const auto status = files.read(index, bytes);
  return status ? std::string(bytes.begin(), bytes.end()) : status.error().text();
}

TEST_F(SampleFilesTest, AnArchiveHasTheNumbersOfItsFolder) {
  ASSERT_TRUE(host::make_folders(folder_ + "/in/deep"));
  for (const auto& [path, text] : {std::pair{"in/b.jpg", "second"},
                                   {"in/deep/c.JPEG", "third"},
                                   {"in/a.jpg", "first one"},
                                   {"in/notes.txt", "no"}})
    ASSERT_TRUE(host::write_file(folder_ + "/" + path, text));
  const auto folder = SampleFiles::open(folder_ + "/in");
  ASSERT_TRUE(folder) << folder.error().text();
  const auto archive = SampleFiles::open(tar({{"deep/c.JPEG", "third"},
                                              {"notes.txt", "no"},
                                              {"b.jpg", "second"},
                                              {"__MACOSX/a.jpg", "junk"},
                                              {"a.jpg", "first one"},
                                              {".hidden.jpg", "junk"}}));
  ASSERT_TRUE(archive) << archive.error().text();
  ASSERT_EQ(archive->count(), 3U);
  ASSERT_EQ(folder->count(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(text_of(*archive, i), text_of(*folder, i)) << i;
    EXPECT_EQ(archive->bytes(i), folder->bytes(i)) << i;
  }
  EXPECT_EQ(text_of(*archive, 0), "first one");
  EXPECT_TRUE(archive->name(2).ends_with("a.tar: deep/c.JPEG")) << archive->name(2);
  EXPECT_TRUE(folder->name(2).ends_with("/in/deep/c.JPEG")) << folder->name(2);
  EXPECT_NE(archive->fingerprint(), folder->fingerprint()) << "how they are stored is part of it";
}

TEST_F(SampleFilesTest, AFingerprintFollowsNamesAndSizes) {
  const auto of = [&](const std::vector<std::pair<std::string, std::string>>& files) {
    return SampleFiles::open(tar(files, "x.tar"))->fingerprint();
  };
  const auto first = of({{"a.jpg", "1"}, {"b.jpg", "2"}});
  EXPECT_EQ(of({{"b.jpg", "2"}, {"a.jpg", "1"}}), first) << "the order in the archive is not";
  EXPECT_NE(of({{"a.jpg", "1"}, {"b.jpg", "22"}}), first);
  EXPECT_NE(of({{"a.jpg", "1"}, {"c.jpg", "2"}}), first);
}

TEST_F(SampleFilesTest, WithoutPicturesItIsAnError) {
  const auto none = SampleFiles::open(tar({{"notes.txt", "no"}}));
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().text().find("holds no .jpg or .jpeg file"), std::string::npos) << none.error().text();
  ASSERT_TRUE(host::write_file(folder_ + "/broken.bundle", "not one"));
  EXPECT_FALSE(SampleFiles::open(folder_ + "/broken.bundle"));
  EXPECT_FALSE(SampleFiles::open(folder_ + "/nowhere.tar"));
  EXPECT_FALSE(SampleFiles::open(folder_ + "/nowhere"));
}

}  // namespace
}  // namespace feedrate::native
