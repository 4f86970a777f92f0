// What is packed: the files of a folder or of an archive, by number. Immutable; any number of threads.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/storage/archive.h"
#include "feedrate/native/storage/folder.h"

namespace feedrate::native {

class PackSource {
 public:
  [[nodiscard]] static Expected<PackSource> open(const std::string& path);

  [[nodiscard]] bool is_folder() const { return std::holds_alternative<Folder>(files_); }
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] const std::string& path(std::size_t index) const;
  [[nodiscard]] std::uint64_t size(std::size_t index) const;
  // Replaces what `out` holds. A file that has another size than when it was listed is an error.
  Status read(std::size_t index, std::vector<std::uint8_t>& out) const;

 private:
  explicit PackSource(std::variant<Folder, Archive> files) : files_(std::move(files)) {}

  std::variant<Folder, Archive> files_;
};

}  // namespace feedrate::native
