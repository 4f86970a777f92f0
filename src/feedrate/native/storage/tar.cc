#include "feedrate/native/storage/tar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

namespace feedrate::native {
namespace {

// No path is longer; a damaged header must not ask for gigabytes.
constexpr std::uint64_t kMostText = 65536;

using Block = TarBlock;
using tar::Field;
using tar::kKind;
using tar::kMagic;
using tar::kName;
using tar::kPrefix;
using tar::kSize;
using tar::kSum;
using tar::sum_of;

std::string_view text_in(const Block& block, const Field& field) {
  const std::string_view all(reinterpret_cast<const char*>(block.data()) + field.at, field.bytes);
  return all.substr(0, std::min(all.find('\0'), all.size()));
}

// Octal digits, or GNU's base 256 where the first bit is set.
std::optional<std::uint64_t> number_in(const Block& block, const Field& field) {
  std::uint64_t out = 0;
  if ((block[field.at] & 0x80U) != 0) {
    for (std::size_t i = 1; i < field.bytes; ++i) {
      if (out >> 55U != 0) return {};
      out = out << 8U | block[field.at + i];
    }
    return out;
  }
  std::string_view digits = text_in(block, field);
  digits.remove_prefix(std::min(digits.find_first_not_of(' '), digits.size()));
  digits = digits.substr(0, std::min(digits.find(' '), digits.size()));
  if (digits.empty()) return 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), out, 8);
  if (code != std::errc() || end != digits.data() + digits.size()) return {};
  return out;
}

struct PaxFields {
  std::optional<std::string> path;
  std::optional<std::uint64_t> size;
};

std::optional<PaxFields> read_pax(std::string_view text) {
  PaxFields out;
  while (!text.empty()) {
    std::size_t length = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), length);
    const auto digits = static_cast<std::size_t>(end - text.data());
    if (code != std::errc() || length > text.size() || length < digits + 2 || text[digits] != ' ' ||
        text[length - 1] != '\n')
      return {};
    const std::string_view record = text.substr(digits + 1, length - digits - 2);
    text.remove_prefix(length);
    const std::size_t equals = record.find('=');
    if (equals == std::string_view::npos) return {};
    const std::string_view value = record.substr(equals + 1);
    if (record.substr(0, equals) == "path") out.path = std::string(value);
    if (record.substr(0, equals) == "size") {
      std::uint64_t size = 0;
      const auto [last, wrong] = std::from_chars(value.data(), value.data() + value.size(), size);
      if (wrong != std::errc() || last != value.data() + value.size()) return {};
      out.size = size;
    }
  }
  return out;
}

// The headers of an archive, one after the other.
class Listing {
 public:
  explicit Listing(const ArchiveFile& file) : file_(file) {}

  Expected<std::vector<Packed>> all() {
    // Some writers leave the zeros at the end out.
    while (at_ < file_.size()) {
      Block block{};
      if (file_.size() - at_ < kTarBlock) return broken("half a header");
      FEEDRATE_TRY_STATUS(file_.read(at_, block));
      if (std::all_of(block.begin(), block.end(), [](std::uint8_t byte) { return byte == 0; })) break;
      const auto sum = number_in(block, kSum);
      if (!sum || *sum != sum_of(block)) return broken("no header of a tar file");
      const auto size = number_in(block, kSize);
      if (!size) return broken("a header without a size");
      FEEDRATE_TRY_STATUS(take(block, *size));
    }
    return std::move(files_);
  }

 private:
  Status take(const Block& block, std::uint64_t size) {
    const char kind = static_cast<char>(block[kKind]);
    const bool is_file = kind == '0' || kind == '\0' || kind == '7';
    if (is_file && next_.size) size = *next_.size;
    const std::uint64_t data = at_ + kTarBlock;
    if (size > file_.size() - data) return broken(format("a file of {} bytes, more than follow", size));
    if (is_file) {
      std::string path = next_.path ? *next_.path : path_of(block);
      if (path.starts_with("./")) path.erase(0, 2);
      files_.push_back({std::move(path), data, size});
      next_ = {};
    } else if (kind == 'x' || kind == 'L') {
      FEEDRATE_TRY(text, text_at(data, size));
      if (kind == 'L') {
        next_.path = text.substr(0, std::min(text.find('\0'), text.size()));
      } else {
        const auto fields = read_pax(text);
        if (!fields) return broken("a pax header that cannot be read");
        if (fields->path) next_.path = fields->path;
        if (fields->size) next_.size = fields->size;
      }
    } else if (kind == '5') {
      next_ = {};
    } else if (kind != 'g') {
      return broken(format("something that is neither a file nor a folder (kind \"{}\")", kind));
    }
    at_ = data + tar_filled(size);
    return {};
  }

  [[nodiscard]] static std::string path_of(const Block& block) {
    const bool is_ustar = text_in(block, {kMagic.at, 5}) == "ustar";
    const std::string prefix(is_ustar ? text_in(block, kPrefix) : "");
    return (prefix.empty() ? "" : prefix + "/") + std::string(text_in(block, kName));
  }

  [[nodiscard]] Expected<std::string> text_at(std::uint64_t at, std::uint64_t size) const {
    if (size > kMostText) return broken(format("a path of {} bytes", size));
    std::string text(static_cast<std::size_t>(size), '\0');
    FEEDRATE_TRY_STATUS(file_.read(at, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
    return text;
  }

  [[nodiscard]] Unexpected broken(const std::string& what) const {
    return failure(format("{} is no whole tar file: {} at byte {}", file_.path(), what, at_));
  }

  const ArchiveFile& file_;
  std::uint64_t at_ = 0;
  PaxFields next_;  // of the file whose header follows
  std::vector<Packed> files_;
};

}  // namespace

Expected<std::vector<Packed>> list_tar(const ArchiveFile& file) { return Listing(file).all(); }

}  // namespace feedrate::native
