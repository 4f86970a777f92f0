// The samples of a folder tree, in the order of their relative paths. Used by the pipeline. Listed once; afterwards
// immutable, and read by any number of threads. Skips what systems leave behind (dot files, __MACOSX); folders behind
// symbolic links are not entered, files behind them are read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/storage/sample_kind.h"

namespace feedrate::native {

struct FileEntry {
  std::string path;  // relative to the folder, with '/'
  std::uint64_t size = 0;
};

class Folder {
 public:
  // A folder that is missing, or holds no file of the kind, is an error.
  [[nodiscard]] static Expected<Folder> list(const std::string& root, SampleKind kind);
  // Every file, whatever its name; none is an error.
  [[nodiscard]] static Expected<Folder> list_all(const std::string& root);

  [[nodiscard]] const std::vector<FileEntry>& files() const { return files_; }
  [[nodiscard]] std::string full_path(std::size_t index) const { return root_ + "/" + files_[index].path; }

  // Replaces what `out` holds.
  Status read(std::size_t index, std::vector<std::uint8_t>& out) const;

 private:
  // Those of the kind, of folders whose names are no leftovers; absent: all.
  [[nodiscard]] static Expected<Folder> list_of(const std::string& root, std::optional<SampleKind> kind);

  std::string root_;
  std::vector<FileEntry> files_;
};

}  // namespace feedrate::native
