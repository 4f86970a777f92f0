// A file as shared memory: how marks get from a measured process to the agent without either waiting for the other.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "feedrate/base/error.h"

namespace feedrate::host {

class MappedFile {
 public:
  // A new file of that many zero bytes, its blocks reserved: a full disk is an error here and not a SIGBUS later.
  static Expected<MappedFile> create(const std::string& path, std::size_t bytes);
  static Expected<MappedFile> open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::span<std::byte> bytes) : bytes_(bytes) {}
  std::span<std::byte> bytes_;
};

}  // namespace feedrate::host
