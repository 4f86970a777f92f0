#include "feedrate/host/files.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace feedrate::host {
namespace {

using Names = std::vector<std::string>;

class FilesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "files_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { EXPECT_TRUE(remove_tree(folder_)); }
  [[nodiscard]] std::string in(const std::string& name) const { return folder_ + "/" + name; }

  std::string folder_;
};

TEST_F(FilesTest, WritesAndReadsAnyBytes) {
  const std::string bytes("a\0b\n\xff", 5);
  for (const auto durable : {Durable::kNo, Durable::kYes}) {
    ASSERT_TRUE(write_file(in("f"), bytes, durable));
    EXPECT_EQ(*read_file(in("f")), bytes);
  }
  EXPECT_EQ(*file_size(in("f")), 5);
  const std::string large(1 << 20, 'x');
  ASSERT_TRUE(write_file(in("f"), large));
  EXPECT_EQ(*read_file(in("f")), large);
  EXPECT_EQ(*list_folder(folder_), Names{"f"});
  ASSERT_TRUE(write_file(in("empty"), ""));
  EXPECT_EQ(*read_file(in("empty")), "");
}

TEST_F(FilesTest, ReadsFilesThatDoNotKnowTheirSize) {
  const auto text = read_file("/proc/self/status");
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("Pid:"), std::string::npos);
}

TEST_F(FilesTest, ErrorsNameThePath) {
  const auto missing = read_file(in("none"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "cannot read " + in("none") + ": No such file or directory");
  EXPECT_EQ(missing.error().fault, Fault::kFailed);
  EXPECT_FALSE(list_folder(in("none")));
  EXPECT_FALSE(file_size(in("none")));
  EXPECT_FALSE(rename(in("none"), in("other")));
  ASSERT_TRUE(write_file(in("f"), ""));
  EXPECT_EQ(write_file(in("f/x"), "").error().message, "cannot write " + in("f/x") + ": Not a directory");
  EXPECT_EQ(make_folders(in("f")).error().message, in("f") + " is in the way: found a file, expected a folder");
  EXPECT_FALSE(make_folders(in("f/a/b")));
}

TEST_F(FilesTest, AFullOrForbiddenDeviceSaysWhatToDo) {
  EXPECT_EQ(write_failure("r/f", ENOSPC).value().message,
            "no space left on the device that holds r/f; free some or use --output elsewhere");
  for (const int code : {EACCES, EPERM, EROFS, EDQUOT}) {
    const Error error = write_failure("r/f", code).value();
    EXPECT_EQ(error.fault, Fault::kFailed);
    EXPECT_NE(error.message.find("r/f"), std::string::npos) << error.message;
    EXPECT_NE(error.message.find("--output"), std::string::npos) << error.message;
  }
}

TEST_F(FilesTest, AWriteThatFailsHalfWayLeavesTheOldFileAndNothingElse) {
  ASSERT_TRUE(write_file(in("f"), "old"));
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 1000;
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto written = write_file(in("f"), std::string(5000, 'x'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ::signal(SIGXFSZ, handler);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "cannot write " + in("f") + ": File too large");
  EXPECT_EQ(*read_file(in("f")), "old");
  EXPECT_EQ(*list_folder(folder_), Names{"f"});
}

TEST_F(FilesTest, FoldersAreMadeListedAndRemoved) {
  ASSERT_TRUE(make_folders(in("a/b/c")));
  ASSERT_TRUE(make_folders(in("a/b/c")));
  EXPECT_TRUE(is_folder(in("a/b")));
  ASSERT_TRUE(write_file(in("a/2"), ""));
  ASSERT_TRUE(write_file(in("a/10"), ""));
  EXPECT_EQ(*list_folder(in("a")), (Names{"10", "2", "b"}));
  ASSERT_TRUE(write_file(in("kept"), "kept"));
  ASSERT_EQ(::symlink(in("kept").c_str(), in("a/link").c_str()), 0);
  ASSERT_TRUE(rename(in("a/2"), in("a/b/2")));
  EXPECT_FALSE(exists(in("a/2")));
  EXPECT_TRUE(exists(in("a/b/2")));
  ASSERT_TRUE(remove_tree(in("a")));
  ASSERT_TRUE(remove_tree(in("a")));
  EXPECT_EQ(*list_folder(folder_), Names{"kept"});
  EXPECT_FALSE(is_folder(in("kept")));
}

}  // namespace
}  // namespace feedrate::host
