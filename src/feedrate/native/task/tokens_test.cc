#include "feedrate/native/task/tokens.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace feedrate::native {
namespace {

TEST(Tokens, AreOfTheVocabularyAndTheFirstOnesAreFrequent) {
  std::string root = testing::TempDir() + "make_tokens_XXXXXX";
  ASSERT_NE(::mkdtemp(root.data()), nullptr);
  const auto made = make_tokens({root + "/made", 2, 5, 2});
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_EQ(made->bytes, 2 * 2 * kTokensOfFile);
  std::ifstream file(root + "/made/" + file_name(1, ".bin"), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  ASSERT_EQ(bytes.size(), 2 * kTokensOfFile);
  std::vector<int> counts(65536);
  for (std::size_t i = 0; i < bytes.size(); i += 2)
    ++counts[static_cast<std::size_t>(static_cast<std::uint8_t>(bytes[i]) | static_cast<std::uint8_t>(bytes[i + 1])
                                                                                << 8)];
  for (std::size_t token = kVocabulary; token < counts.size(); ++token) EXPECT_EQ(counts[token], 0);
  EXPECT_GT(counts[0], 50'000);
  EXPECT_GT(counts[0], 20 * counts[100]);
  EXPECT_GT(counts[kVocabulary - 1] + counts[kVocabulary - 2] + counts[kVocabulary - 3], 0);
  EXPECT_FALSE(make_tokens({root + "/made", 2, 6, 1}));
  std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace feedrate::native
