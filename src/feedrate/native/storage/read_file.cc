#include "feedrate/native/storage/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace feedrate::native {
namespace {

struct OpenFile {
  int descriptor;
  explicit OpenFile(const std::string& path) : descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~OpenFile() {
    if (descriptor >= 0) ::close(descriptor);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
};

}  // namespace

Status read_file(const std::string& path, std::vector<std::uint8_t>& out) {
  const OpenFile file(path);
  if (file.descriptor < 0) return system_failure(format("{} cannot be opened", path), errno);
  struct stat facts {};
  if (::fstat(file.descriptor, &facts) != 0) return system_failure(format("{} cannot be examined", path), errno);
  if (!S_ISREG(facts.st_mode)) return failure(format("{} is not a regular file", path));
  out.resize(static_cast<std::size_t>(facts.st_size));
  std::size_t got = 0;
  while (got < out.size()) {
    const ssize_t count = ::read(file.descriptor, out.data() + got, out.size() - got);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_failure(format("{} cannot be read", path), errno);
    if (count == 0) return failure(format("{} ended after {} of {} bytes: it is being changed", path, got, out.size()));
    got += static_cast<std::size_t>(count);
  }
  return {};
}

}  // namespace feedrate::native
