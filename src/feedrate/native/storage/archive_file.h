// One open file, read at any place by any number of threads. Used by the archives.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "feedrate/base/error.h"

namespace feedrate::native {

class ArchiveFile {
 public:
  [[nodiscard]] static Expected<ArchiveFile> open(const std::string& path);
  ArchiveFile(ArchiveFile&& other) noexcept;
  ArchiveFile& operator=(ArchiveFile&& other) noexcept;
  ~ArchiveFile();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // All of `to`, or an error: also where the file is shorter.
  Status read(std::uint64_t at, std::span<std::uint8_t> to) const;

 private:
  ArchiveFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace feedrate::native
