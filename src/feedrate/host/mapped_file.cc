#include "feedrate/host/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>

#include "feedrate/host/descriptor.h"

namespace feedrate::host {
namespace {

Expected<std::span<std::byte>> map(int fd, std::size_t bytes, const std::string& path) {
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (at == MAP_FAILED) return system_failure("cannot map " + path, errno);
  return std::span(static_cast<std::byte*>(at), bytes);
}

}  // namespace

Expected<MappedFile> MappedFile::create(const std::string& path, std::size_t bytes) {
  const Descriptor fd(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!fd) return system_failure("cannot create " + path, errno);
  if (const int code = posix_fallocate(fd.get(), 0, static_cast<off_t>(bytes)); code != 0) {
    unlink(path.c_str());
    return system_failure(format("cannot reserve {} bytes for {}", bytes, path), code);
  }
  FEEDRATE_TRY(mapped, map(fd.get(), bytes, path));
  return MappedFile(mapped);
}

Expected<MappedFile> MappedFile::open(const std::string& path) {
  const Descriptor fd(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!fd) return system_failure("cannot open " + path, errno);
  struct stat info {};
  if (fstat(fd.get(), &info) != 0) return system_failure("cannot look at " + path, errno);
  if (info.st_size == 0) return failure(path + " is empty");
  FEEDRATE_TRY(mapped, map(fd.get(), static_cast<std::size_t>(info.st_size), path));
  return MappedFile(mapped);
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) munmap(bytes_.data(), bytes_.size());
}

}  // namespace feedrate::host
