#include "feedrate/native/storage/bundle.h"

#include <string_view>

namespace feedrate::native {
namespace {

constexpr std::string_view kFirstLine = "feedrate bundle 1\n";
constexpr std::string_view kLastWord = "bundled\n";
// Numbers are 64 bits, the lowest byte first. The last bytes: where the index is, its length, how many files,
// kLastWord.
constexpr std::size_t kNumberBytes = 8;
constexpr std::size_t kEndBytes = 3 * kNumberBytes + kLastWord.size();
constexpr std::size_t kLeastOfFile = 3 * kNumberBytes;  // in the index: place, size, length of the path

void put(std::string& out, std::uint64_t number) {
  for (std::size_t i = 0; i < kNumberBytes; ++i) out.push_back(static_cast<char>(number >> (8 * i)));
}

// Numbers and texts, one after the other; nothing is read beyond the end.
class Reading {
 public:
  explicit Reading(std::string_view bytes) : left_(bytes) {}

  [[nodiscard]] bool has(std::uint64_t bytes) const { return left_.size() >= bytes; }
  std::uint64_t number() {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < kNumberBytes; ++i)
      out |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(left_[i])) << (8 * i);
    left_.remove_prefix(kNumberBytes);
    return out;
  }
  std::string_view text(std::uint64_t bytes) {
    const auto out = left_.substr(0, static_cast<std::size_t>(bytes));
    left_.remove_prefix(out.size());
    return out;
  }

 private:
  std::string_view left_;
};

Expected<std::string> read_text(const ArchiveFile& file, std::uint64_t at, std::uint64_t bytes) {
  std::string out(static_cast<std::size_t>(bytes), '\0');
  FEEDRATE_TRY_STATUS(file.read(at, {reinterpret_cast<std::uint8_t*>(out.data()), out.size()}));
  return out;
}

}  // namespace

std::string bundle_begin() {
  std::string out(kFirstLine);
  out.resize(kBundleAlign);
  return out;
}

std::string bundle_end(std::span<const Packed> files, std::uint64_t at) {
  std::string out;
  for (const auto& file : files) {
    put(out, file.at);
    put(out, file.size);
    put(out, file.path.size());
    out += file.path;
  }
  const std::uint64_t bytes = out.size();
  put(out, at);
  put(out, bytes);
  put(out, files.size());
  return out + std::string(kLastWord);
}

Expected<std::vector<Packed>> list_bundle(const ArchiveFile& file) {
  const auto broken = [&](const std::string& what) {
    return failure(format("{} is no whole bundle: {}", file.path(), what));
  };
  if (file.size() < kBundleAlign + kEndBytes) return broken(format("it has {} bytes", file.size()));
  FEEDRATE_TRY(begin, read_text(file, 0, kFirstLine.size()));
  if (begin != kFirstLine) return broken("its first line is another");
  const std::uint64_t end_at = file.size() - kEndBytes;
  FEEDRATE_TRY(end_text, read_text(file, end_at, kEndBytes));
  if (!end_text.ends_with(kLastWord)) return broken("its end is missing");
  Reading end(end_text);
  const std::uint64_t at = end.number();
  const std::uint64_t bytes = end.number();
  const std::uint64_t count = end.number();
  if (at > end_at || bytes != end_at - at || count > bytes / kLeastOfFile)
    return broken("its index is not where it says");
  FEEDRATE_TRY(index_text, read_text(file, at, bytes));
  Reading index(index_text);
  std::vector<Packed> out;
  out.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!index.has(kLeastOfFile)) return broken("its index ends too early");
    Packed each;
    each.at = index.number();
    each.size = index.number();
    const std::uint64_t path = index.number();
    if (!index.has(path)) return broken("its index ends too early");
    each.path = std::string(index.text(path));
    if (each.at < kBundleAlign || each.at > at || each.size > at - each.at)
      return broken(format("{} lies outside of it", each.path));
    out.push_back(std::move(each));
  }
  return out;
}

}  // namespace feedrate::native
