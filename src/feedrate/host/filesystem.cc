#include "feedrate/host/filesystem.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>

#include "feedrate/host/files.h"

namespace feedrate::host {
namespace {

StorageClass class_of(const std::string& type) {
  static constexpr std::array kMemory = {"tmpfs", "ramfs", "hugetlbfs"};
  static constexpr std::array kNetwork = {"nfs",  "nfs4", "cifs",      "smb3", "lustre", "gpfs",  "beegfs",
                                          "ceph", "9p",   "glusterfs", "afs",  "ocfs2",  "wekafs"};
  const auto is_one_of = [&](const auto& names) { return std::find(names.begin(), names.end(), type) != names.end(); };
  if (is_one_of(kMemory)) return StorageClass::kMemory;
  if (is_one_of(kNetwork)) return StorageClass::kNetwork;
  if (type.starts_with("fuse")) return StorageClass::kUser;
  return StorageClass::kLocal;
}

// Mounts have blanks as \040.
std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 3 < text.size()) {
      out += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

std::optional<FileSystem> file_system_of(const std::string& path, const std::string& mounts) {
  std::optional<FileSystem> found;
  std::istringstream lines(mounts);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string device;
    std::string mount;
    std::string type;
    if (!(words >> device >> mount >> type)) continue;
    mount = unescaped(mount);
    const bool holds = mount == "/" || path == mount || path.starts_with(mount + "/");
    // The longest; of two at the same place the later one hides the earlier.
    if (holds && (!found || mount.size() >= found->mount.size())) found = FileSystem{type, mount, class_of(type)};
  }
  return found;
}

std::optional<FileSystem> file_system_of(const std::string& path) {
  std::error_code code;
  const auto real = std::filesystem::weakly_canonical(path, code);
  const auto mounts = read_file("/proc/self/mounts");
  if (code || !mounts) return {};
  return file_system_of(real.string(), *mounts);
}

}  // namespace feedrate::host
