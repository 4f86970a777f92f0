// Any bytes as an archive; the first one chooses the kind. What is listed must lie in the file, and can be read.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "feedrate/native/storage/bundle.h"
#include "feedrate/native/storage/tar.h"

namespace {

using namespace feedrate;
using namespace feedrate::native;

// A sum would keep all but a few inputs from being looked into.
void mend_sums(std::vector<std::uint8_t>& bytes) {
  constexpr std::size_t kSum = 148;
  constexpr std::size_t kSumBytes = 8;
  for (std::size_t block = 0; block + kTarBlock <= bytes.size(); block += kTarBlock) {
    if (std::memcmp(bytes.data() + block + 257, "ustar", 5) != 0) continue;
    std::memset(bytes.data() + block + kSum, ' ', kSumBytes);
    unsigned sum = 0;
    for (std::size_t i = 0; i < kTarBlock; ++i) sum += bytes[block + i];
    std::snprintf(reinterpret_cast<char*>(bytes.data()) + block + kSum, kSumBytes, "%06o", sum);
  }
}

ArchiveFile file_of(const std::vector<std::uint8_t>& bytes) {
  static const int memory = memfd_create("archive", 0);
  static const std::string path = format("/proc/self/fd/{}", memory);
  FEEDRATE_CHECK(ftruncate(memory, static_cast<off_t>(bytes.size())) == 0);
  FEEDRATE_CHECK(pwrite(memory, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  auto file = ArchiveFile::open(path);
  FEEDRATE_CHECK(file.has_value());
  return std::move(*file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const bool is_tar = data[0] == 't';
  std::vector<std::uint8_t> bytes(data + 1, data + size);
  if (is_tar) mend_sums(bytes);
  const ArchiveFile file = file_of(bytes);
  const auto listed = is_tar ? list_tar(file) : list_bundle(file);
  if (!listed) {
    FEEDRATE_CHECK(!listed.error().message.empty());
    return 0;
  }
  for (const auto& each : *listed) {
    FEEDRATE_CHECK(each.at <= file.size() && each.size <= file.size() - each.at);
    std::vector<std::uint8_t> held(static_cast<std::size_t>(each.size));
    FEEDRATE_CHECK(file.read(each.at, held).has_value());
  }
  return 0;
}
