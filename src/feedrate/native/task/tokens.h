// `dataset make tokens`: a folder of files of 1,048,576 tokens each, 16 bits a token, of a vocabulary of 50,257 whose
// first ones are the most frequent. Used by app/native.
#pragma once

#include <cstdint>
#include <string>

#include "feedrate/base/error.h"
#include "feedrate/native/task/dataset_files.h"

namespace feedrate::native {

struct Tokens {
  std::string folder;
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
  int threads = 1;
};

inline constexpr std::uint64_t kTokensOfFile = std::uint64_t{1} << 20U;
inline constexpr int kVocabulary = 50'257;

[[nodiscard]] Expected<DatasetMade> make_tokens(const Tokens& tokens, const Progress& progress = {});

}  // namespace feedrate::native
