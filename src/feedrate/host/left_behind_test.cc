#include "feedrate/host/left_behind.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>

#include "feedrate/host/files.h"

namespace feedrate::host {
namespace {

namespace fs = std::filesystem;

class LeftBehind : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(make_folders(marks_));
    ASSERT_TRUE(make_folders(temporary("pymp-one")));
    ASSERT_TRUE(write_file(temporary("pymp-one") + "/listener-x", ""));
  }
  void TearDown() override { fs::remove_all(root_); }

  [[nodiscard]] std::string temporary(const std::string& name) const { return root_ + "/" + name; }
  void tell(const std::string& path) const { ASSERT_TRUE(write_file(marks_ + "/temporary-1", path)); }

  const std::string root_ = (fs::temp_directory_path() / ("feedrate-left-behind-" + std::to_string(getpid()))).string();
  const std::string marks_ = root_ + "/marks";
};

TEST_F(LeftBehind, AFolderThatWasToldIsRemoved) {
  remove_temporary_folders(marks_);
  EXPECT_TRUE(fs::exists(temporary("pymp-one"))) << "nobody told";
  tell(temporary("pymp-one"));
  remove_temporary_folders(marks_);
  EXPECT_FALSE(fs::exists(temporary("pymp-one")));
}

TEST_F(LeftBehind, NothingElseIsRemovedWhateverAFileSays) {
  ASSERT_TRUE(make_folders(temporary("precious")));
  for (const auto& path : {temporary("precious"), std::string(), std::string("pymp-one"), temporary("pymp-one/..")}) {
    tell(path);
    remove_temporary_folders(marks_);
  }
  EXPECT_TRUE(fs::exists(temporary("precious")));
  EXPECT_TRUE(fs::exists(temporary("pymp-one")));
}

TEST_F(LeftBehind, SegmentsWithTheNumberThatWasToldAreRemoved) {
  const std::string number = std::to_string(900000 + getpid() % 90000);
  const std::string segment = "/dev/shm/" + number + "_locals";
  for (const auto& told : {number, number + "_locals", std::string("_"), std::string()}) {
    ASSERT_TRUE(write_file(segment, "x"));
    ASSERT_TRUE(write_file(marks_ + "/segments-1", told));
    remove_temporary_folders(marks_);
    EXPECT_TRUE(fs::exists(segment)) << told;
  }
  ASSERT_TRUE(write_file(marks_ + "/segments-1", number + "_"));
  remove_temporary_folders(marks_);
  EXPECT_FALSE(fs::exists(segment));
}

TEST_F(LeftBehind, OnlySegmentsOfTheseProcessesAreRemoved) {
  const std::string ours = "/torch_" + std::to_string(getpid()) + "_left_behind_test";
  const int file = shm_open(ours.c_str(), O_CREAT | O_RDWR, 0600);
  ASSERT_GE(file, 0);
  close(file);
  EXPECT_EQ(remove_shared_memory({1}), 0);
  EXPECT_TRUE(fs::exists("/dev/shm" + ours));
  EXPECT_EQ(remove_shared_memory({getpid()}), 1);
  EXPECT_FALSE(fs::exists("/dev/shm" + ours));
}

}  // namespace
}  // namespace feedrate::host
