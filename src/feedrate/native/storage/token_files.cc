#include "feedrate/native/storage/token_files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>

#include "feedrate/native/storage/folder.h"

namespace feedrate::native {

static_assert(std::endian::native == std::endian::little, "tokens are used as they lie in their files");

Expected<TokenFiles> TokenFiles::open(const std::string& folder, int length) {
  FEEDRATE_TRY(listed, Folder::list(folder, SampleKind::kTokens));
  TokenFiles out(length);
  for (std::size_t i = 0; i < listed.files().size(); ++i) {
    const std::uint64_t windows = listed.files()[i].size / sizeof(std::uint16_t) / out.length_;
    if (windows == 0) continue;
    FEEDRATE_TRY_STATUS(out.map(listed.full_path(i), listed.files()[i].size));
    out.ends_.push_back((out.ends_.empty() ? 0 : out.ends_.back()) + windows);
  }
  if (out.ends_.empty())
    return input_error(
        format("{} has no file of {} tokens, which a sample is; use a smaller media.length", folder, out.length_));
  return out;
}

Status TokenFiles::map(const std::string& path, std::uint64_t size) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return system_failure(format("{} cannot be opened", path), errno);
  void* at = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  const int code = errno;
  close(file);
  if (at == MAP_FAILED) return system_failure(format("{} cannot be mapped", path), code);
  files_.push_back({at, size});
  return {};
}

TokenFiles::~TokenFiles() {
  for (const auto& file : files_) munmap(file.at, file.bytes);
}

std::span<const std::uint16_t> TokenFiles::window(std::uint64_t index) const {
  const auto file = std::upper_bound(ends_.begin(), ends_.end(), index) - ends_.begin();
  const auto number = static_cast<std::size_t>(file);
  const std::uint64_t of_file = index - (number == 0 ? 0 : ends_[number - 1]);
  return {static_cast<const std::uint16_t*>(files_[number].at) + of_file * length_, length_};
}

}  // namespace feedrate::native
