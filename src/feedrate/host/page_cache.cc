#include "feedrate/host/page_cache.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "feedrate/host/descriptor.h"

namespace feedrate::host {

Residency residency_of(const std::vector<std::string>& files) {
  static const std::int64_t page = sysconf(_SC_PAGESIZE);
  Residency sum;
  std::vector<unsigned char> pages;
  for (const auto& file : files) {
    const Descriptor fd(open(file.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat facts {};
    if (!fd || fstat(fd.get(), &facts) != 0 || facts.st_size <= 0) continue;
    const auto size = static_cast<std::size_t>(facts.st_size);
    // Mapping brings nothing in; only touching would.
    void* map = mmap(nullptr, size, PROT_READ, MAP_SHARED, fd.get(), 0);
    if (map == MAP_FAILED) continue;
    pages.assign((size + static_cast<std::size_t>(page) - 1) / static_cast<std::size_t>(page), 0);
    if (mincore(map, size, pages.data()) == 0) {
      const auto here = std::count_if(pages.begin(), pages.end(), [](unsigned char each) { return (each & 1) != 0; });
      sum.bytes += facts.st_size;
      sum.resident += std::min<std::int64_t>(facts.st_size, here * page);
    }
    munmap(map, size);
  }
  return sum;
}

void evict(const std::vector<std::string>& files) {
  for (const auto& file : files) {
    const Descriptor fd(open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd) continue;
    // Dirty pages are not forgotten.
    fdatasync(fd.get());
    posix_fadvise(fd.get(), 0, 0, POSIX_FADV_DONTNEED);
  }
}

void load(const std::vector<std::string>& files) {
  std::vector<char> buffer(1 << 20);
  for (const auto& file : files) {
    const Descriptor fd(open(file.c_str(), O_RDONLY | O_CLOEXEC));
    while (fd && read(fd.get(), buffer.data(), buffer.size()) > 0) {
    }
  }
}

}  // namespace feedrate::host
