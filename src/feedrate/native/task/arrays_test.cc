#include "feedrate/native/task/arrays.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "feedrate/native/media/npy/decode.h"

namespace feedrate::native {
namespace {

namespace fs = std::filesystem;

class ArraysTest : public testing::Test {
 protected:
  ArraysTest() : root_(testing::TempDir() + "arrays_XXXXXX") { EXPECT_NE(::mkdtemp(root_.data()), nullptr); }
  ~ArraysTest() override { fs::remove_all(root_); }

  [[nodiscard]] std::vector<std::uint8_t> read(std::uint64_t index) const {
    std::ifstream file(root_ + "/" + file_name(index, ".npy"), std::ios::binary);
    EXPECT_TRUE(file) << index;
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string root_;
};

TEST_F(ArraysTest, HaveTheirShapeAndChannelsThatDiffer) {
  const auto made = make_arrays({root_, 3, 5, 7, 2});
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_EQ(made->count, 3U);
  EXPECT_EQ(made->kept, 0U);
  for (std::uint64_t i = 0; i < 3; ++i) {
    const auto bytes = read(i);
    const auto view = view_npy(bytes);
    ASSERT_TRUE(view) << view.error().text();
    EXPECT_EQ(view->height, kArraySide);
    EXPECT_EQ(view->width, kArraySide);
    ASSERT_EQ(view->channels, 7);
    for (std::size_t a = 0; a < 7; ++a)
      for (std::size_t b = 0; b < a; ++b) {
        std::size_t different = 0;
        for (std::size_t x = 0; x < 256; ++x) different += view->row(100)[7 * x + a] != view->row(100)[7 * x + b];
        EXPECT_GT(different, 50U) << a << " and " << b;
      }
  }
  EXPECT_NE(read(0), read(1));
}

TEST_F(ArraysTest, AreTheSameWhateverMadeThemAndKeptWhenWhole) {
  ASSERT_TRUE(make_arrays({root_, 4, 5, 9, 2}));
  const auto first = read(3);
  fs::resize_file(root_ + "/" + file_name(3, ".npy"), 1000);  // as if by another
  const auto again = make_arrays({root_, 4, 5, 9, 1});
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->kept, 3U);
  EXPECT_EQ(read(3), first);
}

TEST_F(ArraysTest, AnotherKindInTheFolderIsAnError) {
  ASSERT_TRUE(make_arrays({root_, 1, 5, 9, 1}));
  EXPECT_FALSE(make_arrays({root_, 1, 5, 4, 1}));
  EXPECT_FALSE(make_arrays({root_ + "/none", 1, 5, 0, 1}));
  EXPECT_FALSE(make_arrays({root_ + "/none", 1, 5, 257, 1}));
}

}  // namespace
}  // namespace feedrate::native
