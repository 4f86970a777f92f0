#include "feedrate/native/task/write_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

namespace feedrate::native {
namespace {

int write_all(int descriptor, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return 0;
}

}  // namespace

Status write_whole_file(const std::string& path, std::span<const std::uint8_t> bytes) {
  const std::filesystem::path whole(path);
  const std::string part = (whole.parent_path() / ("." + whole.filename().string() + ".part")).string();
  const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return system_failure(format("{} cannot be written", path), errno);
  int code = write_all(descriptor, bytes);
  // Network file systems report a full disk here.
  if (::close(descriptor) != 0 && code == 0) code = errno;
  if (code == 0 && std::rename(part.c_str(), path.c_str()) != 0) code = errno;
  if (code == 0) return {};
  ::unlink(part.c_str());
  return system_failure(format("{} cannot be written", path), code);
}

}  // namespace feedrate::native
