#include "feedrate/native/storage/archive_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace feedrate::native {

Expected<ArchiveFile> ArchiveFile::open(const std::string& path) {
  ArchiveFile file(path, ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.descriptor_ < 0) return system_failure(format("{} cannot be opened", path), errno);
  struct stat facts {};
  if (::fstat(file.descriptor_, &facts) != 0) return system_failure(format("{} cannot be examined", path), errno);
  if (!S_ISREG(facts.st_mode)) return input_error(format("{} is not a file", path));
  file.size_ = static_cast<std::uint64_t>(facts.st_size);
  return file;
}

ArchiveFile::ArchiveFile(ArchiveFile&& other) noexcept { *this = std::move(other); }

ArchiveFile& ArchiveFile::operator=(ArchiveFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  return *this;
}

ArchiveFile::~ArchiveFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Status ArchiveFile::read(std::uint64_t at, std::span<std::uint8_t> to) const {
  while (!to.empty()) {
    const ssize_t count = ::pread(descriptor_, to.data(), to.size(), static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_failure(format("{} cannot be read", path_), errno);
    if (count == 0) return failure(format("{} ends at byte {}, in the middle of what it holds", path_, at));
    at += static_cast<std::uint64_t>(count);
    to = to.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

}  // namespace feedrate::native
