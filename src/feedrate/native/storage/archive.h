// Many files in one: a tar file or a bundle, told apart by the ending of its name. Listed once; afterwards immutable,
// and read by any number of threads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/storage/archive_file.h"
#include "feedrate/native/storage/packed.h"

namespace feedrate::native {

enum class ArchiveKind { kTar, kBundle };
// By the ending of a path: .tar or .bundle.
[[nodiscard]] std::optional<ArchiveKind> archive_kind(const std::string& path);

class Archive {
 public:
  // In the order of the archive. A path that leads out of a folder, or comes twice, is an error.
  [[nodiscard]] static Expected<Archive> open(const std::string& path);

  [[nodiscard]] const std::vector<Packed>& files() const { return files_; }
  // Replaces what `out` holds.
  Status read(std::size_t index, std::vector<std::uint8_t>& out) const;

 private:
  Archive(ArchiveFile file, std::vector<Packed> files) : file_(std::move(file)), files_(std::move(files)) {}

  ArchiveFile file_;
  std::vector<Packed> files_;
};

}  // namespace feedrate::native
