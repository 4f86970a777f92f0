// The JPEG files of a folder tree, in the order of their relative paths. Used by the pipeline. Listed once; afterwards
// immutable, and read by any number of threads. Skips what systems leave behind (dot files, __MACOSX); folders behind
// symbolic links are not entered, files behind them are read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "feedrate/base/error.h"

namespace feedrate::native {

struct FileEntry {
  std::string path;  // relative to the folder, with '/'
  std::uint64_t size = 0;
};

// By its relative path: a JPEG file, and no part of it is what systems leave behind.
[[nodiscard]] bool is_sample(const std::string& path);

class Folder {
 public:
  // A folder that is missing, or holds no .jpg or .jpeg file, is an error.
  [[nodiscard]] static Expected<Folder> list(const std::string& root);
  // Every file, whatever its name; none is an error.
  [[nodiscard]] static Expected<Folder> list_all(const std::string& root);

  [[nodiscard]] const std::vector<FileEntry>& files() const { return files_; }
  [[nodiscard]] std::string full_path(std::size_t index) const { return root_ + "/" + files_[index].path; }

  // Replaces what `out` holds.
  Status read(std::size_t index, std::vector<std::uint8_t>& out) const;

 private:
  // Those whose names are wanted, of folders whose names are.
  [[nodiscard]] static Expected<Folder> list(const std::string& root, bool (*is_skipped)(const std::string& name),
                                             bool (*is_wanted)(const std::string& name));

  std::string root_;
  std::vector<FileEntry> files_;
};

}  // namespace feedrate::native
