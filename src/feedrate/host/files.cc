#include "feedrate/host/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>

#include "feedrate/host/descriptor.h"

namespace feedrate::host {
namespace {

std::string folder_of(const std::string& path) {
  const auto slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string temporary_beside(const std::string& path) {
  static std::atomic<unsigned> count{0};
  const auto slash = path.find_last_of('/');
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  return format("{}/.{}.{}-{}.tmp", folder_of(path), name, ::getpid(), count++);
}

// errno of what failed, or 0.
int write_all(const Descriptor& file, std::string_view bytes, Durable durable) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (durable == Durable::kYes && ::fsync(file.get()) != 0) return errno;
  // Network file systems report a failed write only when some descriptor of the file is closed.
  const int other = ::dup(file.get());
  return other >= 0 && ::close(other) == 0 ? 0 : errno;
}

int sync_folder(const std::string& path) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder || ::fsync(folder.get()) != 0) return errno;
  return 0;
}

}  // namespace

Unexpected write_failure(const std::string& path, int code) {
  switch (code) {
    case ENOSPC:
      return failure(format("no space left on the device that holds {}; free some or use --output elsewhere", path));
    case EDQUOT:
      return failure(format("the disk quota that holds {} is used up; free some or use --output elsewhere", path));
    case EACCES:
    case EPERM:
      return failure(format("no permission to write {}; change its owner or mode, or use --output elsewhere", path));
    case EROFS:
      return failure(format("{} is on a file system that is read-only; use --output elsewhere", path));
    default:
      return system_failure("cannot write " + path, code);
  }
}

Expected<std::string> read_file(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return system_failure("cannot read " + path, errno);
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0) return system_failure("cannot read " + path, errno);
  std::string bytes;
  // One more than its size, so that the end is seen without growing; files of /proc say 0.
  bytes.resize(static_cast<std::size_t>(std::max<off_t>(facts.st_size, 4095)) + 1);
  std::size_t filled = 0;
  while (true) {
    const ssize_t got = ::read(file.get(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_failure("cannot read " + path, errno);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
    if (filled == bytes.size()) bytes.resize(2 * bytes.size());
  }
  bytes.resize(filled);
  return bytes;
}

Status write_file(const std::string& path, std::string_view bytes, Durable durable) {
  const std::string temporary = temporary_beside(path);
  const Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file) return write_failure(path, errno);
  int code = write_all(file, bytes, durable);
  if (code == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) code = errno;
  if (code != 0) {
    ::unlink(temporary.c_str());
    return write_failure(path, code);
  }
  if (durable == Durable::kYes) code = sync_folder(folder_of(path));
  if (code != 0) return write_failure(path, code);
  return {};
}

Status make_folders(const std::string& path) {
  if (::mkdir(path.c_str(), 0777) == 0) return {};
  if (errno == EEXIST && is_folder(path)) return {};
  if (errno == EEXIST) return failure(format("{} is in the way: found a file, expected a folder", path));
  if (errno != ENOENT || folder_of(path) == path) return write_failure(path, errno);
  FEEDRATE_TRY_STATUS(make_folders(folder_of(path)));
  if (::mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) return write_failure(path, errno);
  return {};
}

Status remove_tree(const std::string& path) {
  struct stat facts {};
  if (::lstat(path.c_str(), &facts) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return {};
    return system_failure("cannot remove " + path, errno);
  }
  if (S_ISDIR(facts.st_mode)) {
    FEEDRATE_TRY(names, list_folder(path));
    for (const auto& name : names) FEEDRATE_TRY_STATUS(remove_tree(format("{}/{}", path, name)));
  }
  if (std::remove(path.c_str()) != 0 && errno != ENOENT) return system_failure("cannot remove " + path, errno);
  return {};
}

Expected<std::vector<std::string>> list_folder(const std::string& path) {
  DIR* folder = ::opendir(path.c_str());
  if (folder == nullptr) return system_failure("cannot list the folder " + path, errno);
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  const int code = errno;
  ::closedir(folder);
  if (code != 0) return system_failure("cannot list the folder " + path, code);
  std::sort(names.begin(), names.end());
  return names;
}

bool exists(const std::string& path) {
  struct stat facts {};
  return ::lstat(path.c_str(), &facts) == 0;
}

bool is_folder(const std::string& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

Status rename(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) == 0) return {};
  if (errno == ENOENT) return system_failure(format("cannot move {} to {}", from, to), errno);
  return write_failure(to, errno);
}

Expected<std::int64_t> free_bytes(const std::string& folder) {
  struct statvfs info {};
  if (statvfs(folder.c_str(), &info) != 0) return system_failure("cannot look at the device of " + folder, errno);
  return static_cast<std::int64_t>(info.f_bavail) * static_cast<std::int64_t>(info.f_frsize);
}

Expected<std::int64_t> file_size(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) return system_failure("cannot find the size of " + path, errno);
  return static_cast<std::int64_t>(facts.st_size);
}

}  // namespace feedrate::host
