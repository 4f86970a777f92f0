// What kind of storage a path lies on, by its file system.
#pragma once

#include <optional>
#include <string>

namespace feedrate::host {

enum class StorageClass { kMemory, kLocal, kNetwork, kUser };  // kUser: FUSE, whatever is behind it

struct FileSystem {
  std::string type;   // "ext4", "nfs4", "tmpfs", ...
  std::string mount;  // the folder it is mounted at
  StorageClass storage = StorageClass::kLocal;
};

// From a path without links and the text of /proc/self/mounts.
std::optional<FileSystem> file_system_of(const std::string& path, const std::string& mounts);
std::optional<FileSystem> file_system_of(const std::string& path);

}  // namespace feedrate::host
