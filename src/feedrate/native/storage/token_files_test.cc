#include "feedrate/native/storage/token_files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace feedrate::native {
namespace {

class TokenFilesTest : public testing::Test {
 protected:
  TokenFilesTest() : root_(testing::TempDir() + "tokens_XXXXXX") { EXPECT_NE(::mkdtemp(root_.data()), nullptr); }
  ~TokenFilesTest() override { std::filesystem::remove_all(root_); }

  // Tokens first, first + 1, ...
  void write(const std::string& name, int first, int count) const {
    std::ofstream file(root_ + "/" + name, std::ios::binary);
    for (int i = 0; i < count; ++i) {
      const auto token = static_cast<std::uint16_t>(first + i);
      file.put(static_cast<char>(token & 0xff)).put(static_cast<char>(token >> 8));
    }
  }

  std::string root_;
};

TEST_F(TokenFilesTest, WindowsFollowEachOtherThroughAllFiles) {
  write("b.bin", 1000, 7);
  write("a.bin", 500, 9);
  write("c.bin", 0, 3);  // no whole window
  write("d.bin", 60000, 4);
  const auto files = TokenFiles::open(root_, 4);
  ASSERT_TRUE(files) << files.error().text();
  ASSERT_EQ(files->windows(), 4U);
  std::vector<int> firsts;
  for (std::uint64_t i = 0; i < files->windows(); ++i) {
    const auto window = files->window(i);
    ASSERT_EQ(window.size(), 4U);
    firsts.push_back(window[0]);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(window[k], window[0] + static_cast<int>(k));
  }
  EXPECT_EQ(firsts, (std::vector<int>{500, 504, 1000, 60000}));
}

TEST_F(TokenFilesTest, TooFewTokensAreAnError) {
  write("a.bin", 0, 10);
  const auto files = TokenFiles::open(root_, 11);
  ASSERT_FALSE(files);
  EXPECT_NE(files.error().text().find("no file of 11 tokens"), std::string::npos) << files.error().text();
  EXPECT_FALSE(TokenFiles::open(root_ + "/none", 4));
}

}  // namespace
}  // namespace feedrate::native
