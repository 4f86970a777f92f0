#include "feedrate/host/lock.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "feedrate/host/files.h"

namespace feedrate::host {
namespace {

// Locks of the open file, not of the process: unlike flock() they can be asked about without being taken, and unlike
// plain fcntl() locks they survive another part of the process closing the same file.
struct flock whole_file(short kind) {
  struct flock range {};
  range.l_type = kind;
  range.l_whence = SEEK_SET;
  return range;
}

int written_pid(int file) {
  char text[32] = {};
  if (::pread(file, text, sizeof text - 1, 0) <= 0) return 0;
  return static_cast<int>(std::strtol(text, nullptr, 10));
}

std::string named(int pid) { return pid > 0 ? format("process {}", pid) : std::string("another process"); }

}  // namespace

Expected<Lock> Lock::acquire(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file) return write_failure(path, errno);
  struct flock range = whole_file(F_WRLCK);
  if (::fcntl(file.get(), F_OFD_SETLK, &range) != 0) {
    if (errno != EAGAIN && errno != EACCES) return system_failure("cannot lock " + path, errno);
    const std::string holder = named(written_pid(file.get()));
    return failure(format("{} is held by {}; wait until it ends, or stop it", path, holder));
  }
  const std::string pid = format("{}\n", ::getpid());
  if (::ftruncate(file.get(), 0) != 0) return write_failure(path, errno);
  const ssize_t written = ::pwrite(file.get(), pid.data(), pid.size(), 0);
  if (written != static_cast<ssize_t>(pid.size())) return write_failure(path, written < 0 ? errno : ENOSPC);
  return Lock(std::move(file));
}

std::optional<Holder> lock_holder(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return std::nullopt;
  struct flock range = whole_file(F_RDLCK);
  const bool held = ::fcntl(file.get(), F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
  if (!held) return std::nullopt;
  return Holder{written_pid(file.get())};
}

}  // namespace feedrate::host
