#include "feedrate/native/task/pack_target.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string_view>
#include <utility>

#include "feedrate/host/files.h"

namespace feedrate::native {
namespace {

// The pieces that an earlier call noted after its line; a last line that a killed process cut short counts for nothing.
std::set<std::uint64_t> noted(std::string_view text) {
  std::set<std::uint64_t> out;
  for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1)) {
    std::uint64_t piece = 0;
    const auto [last, code] = std::from_chars(text.data(), text.data() + end, piece);
    if (code == std::errc() && last == text.data() + end) out.insert(piece);
  }
  return out;
}

}  // namespace

Expected<PackTarget> PackTarget::open(const std::string& path, const std::string& what) {
  PackTarget out(path);
  out.notes_ = ::open(out.notes().c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (out.notes_ < 0) return host::write_failure(out.notes(), errno);
  if (::flock(out.notes_, LOCK_EX | LOCK_NB) != 0)
    return failure(format("{} is being written by another process", path));
  FEEDRATE_TRY(text, host::read_file(out.notes()));
  const std::string first = "feedrate pack 1 " + what + "\n";
  const bool goes_on = text.starts_with(first) && host::exists(out.part());
  if (goes_on) out.whole_ = noted(std::string_view(text).substr(first.size()));
  out.part_ = ::open(out.part().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | (goes_on ? 0 : O_TRUNC), 0666);
  if (out.part_ < 0) return host::write_failure(out.part(), errno);
  if (goes_on && text.ends_with('\n')) return out;
  // Anew, or without the line that was cut short.
  std::string again = first;
  for (const std::uint64_t piece : out.whole_) again += std::to_string(piece) + "\n";
  if (::ftruncate(out.notes_, 0) != 0 ||
      ::write(out.notes_, again.data(), again.size()) != static_cast<ssize_t>(again.size()))
    return host::write_failure(out.notes(), errno);
  return out;
}

PackTarget::PackTarget(PackTarget&& other) noexcept
    : path_(std::move(other.path_)),
      part_(std::exchange(other.part_, -1)),
      notes_(std::exchange(other.notes_, -1)),
      whole_(std::move(other.whole_)) {}

PackTarget::~PackTarget() {
  for (const int each : {part_, notes_})
    if (each >= 0) ::close(each);
}

Status PackTarget::write(std::uint64_t at, std::span<const std::uint8_t> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(part_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return host::write_failure(path_, errno);
    at += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

Status PackTarget::note(std::uint64_t piece) const {
  const std::string line = std::to_string(piece) + "\n";
  if (::write(notes_, line.data(), line.size()) == static_cast<ssize_t>(line.size())) return {};
  return host::write_failure(notes(), errno);
}

Status PackTarget::finish() {
  // Network file systems report a full disk here.
  if (::close(std::exchange(part_, -1)) != 0) return host::write_failure(path_, errno);
  FEEDRATE_TRY_STATUS(host::rename(part(), path_));
  ::unlink(notes().c_str());
  return {};
}

}  // namespace feedrate::native
