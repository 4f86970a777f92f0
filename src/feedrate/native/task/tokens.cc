#include "feedrate/native/task/tokens.h"

#include <memory>
#include <vector>

#include "feedrate/native/media/random.h"

namespace feedrate::native {
namespace {

constexpr int kBits = 16;  // that a token of the vocabulary has

// About as many below 2 as from 2 to 4, from 4 to 8 and so on: much as words are.
int draw_token(Draws& draws) {
  for (;;) {
    const int token = draws.below(2 << draws.below(kBits));
    if (token < kVocabulary) return token;
  }
}

void fill(std::uint64_t seed, std::uint64_t index, std::vector<std::uint8_t>& bytes) {
  Draws draws(seed, 0, index);
  bytes.resize(kTokensOfFile * 2);
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    const int token = draw_token(draws);
    bytes[i] = static_cast<std::uint8_t>(token & 0xff);
    bytes[i + 1] = static_cast<std::uint8_t>(token >> 8);
  }
}

}  // namespace

Expected<DatasetMade> make_tokens(const Tokens& tokens, const Progress& progress) {
  const auto maker = [&] {
    return [seed = tokens.seed, bytes = std::make_shared<std::vector<std::uint8_t>>()](
               std::uint64_t index) -> Expected<std::span<const std::uint8_t>> {
      fill(seed, index, *bytes);
      return std::span<const std::uint8_t>(*bytes);
    };
  };
  return make_files({tokens.folder,
                     {"tokens", 1, tokens.seed, tokens.count},
                     tokens.threads,
                     ".bin",
                     kTokensOfFile * 2,
                     kTokensOfFile * 2},
                    maker, progress);
}

}  // namespace feedrate::native
