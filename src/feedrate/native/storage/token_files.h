// Token sequences: the files of a folder hold 16-bit tokens, little-endian, one after the other; a sample is a window
// of some that follow each other, the next one begins where it ends, and what is left at the end of a file is left out.
// Mapped into memory once; afterwards immutable, and read by any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "feedrate/base/error.h"

namespace feedrate::native {

class TokenFiles {
 public:
  // A folder without a whole window is an error.
  [[nodiscard]] static Expected<TokenFiles> open(const std::string& folder, int length);
  TokenFiles(TokenFiles&&) noexcept = default;
  TokenFiles& operator=(TokenFiles&&) = delete;
  TokenFiles(const TokenFiles&) = delete;
  TokenFiles& operator=(const TokenFiles&) = delete;
  ~TokenFiles();

  [[nodiscard]] std::uint64_t windows() const { return ends_.back(); }
  [[nodiscard]] std::span<const std::uint16_t> window(std::uint64_t index) const;

 private:
  explicit TokenFiles(int length) : length_(static_cast<std::size_t>(length)) {}
  Status map(const std::string& path, std::uint64_t size);

  struct Mapped {
    void* at = nullptr;
    std::size_t bytes = 0;
  };
  std::size_t length_;
  std::vector<Mapped> files_;
  std::vector<std::uint64_t> ends_;  // windows of each file and of those before it
};

}  // namespace feedrate::native
