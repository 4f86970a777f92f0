#include "feedrate/native/storage/tar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

namespace feedrate::native {
namespace {

// Of the 512 bytes of a header: where a field begins, and how long it is.
struct Field {
  std::size_t at;
  std::size_t bytes;
};
constexpr Field kName{0, 100};
constexpr Field kMode{100, 8};
constexpr Field kUser{108, 8};
constexpr Field kGroup{116, 8};
constexpr Field kSize{124, 12};
constexpr Field kTime{136, 12};
constexpr Field kSum{148, 8};
constexpr std::size_t kKind = 156;
constexpr Field kMagic{257, 8};
constexpr Field kPrefix{345, 155};

constexpr std::uint64_t kMostOctal = (std::uint64_t{1} << 33) - 1;  // eleven digits
// No path is longer; a damaged header must not ask for gigabytes.
constexpr std::uint64_t kMostText = 65536;

using Block = std::array<std::uint8_t, kTarBlock>;

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

// Of all bytes, the sum itself taken as blanks.
std::uint64_t sum_of(const Block& block) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < block.size(); ++i)
    sum += i >= kSum.at && i < kSum.at + kSum.bytes ? ' ' : static_cast<unsigned>(block[i]);
  return sum;
}

void put(Block& block, const Field& field, std::string_view text) {
  std::memcpy(block.data() + field.at, text.data(), std::min(text.size(), field.bytes));
}

void put_number(Block& block, const Field& field, std::uint64_t number) {
  if (number <= kMostOctal) return put(block, field, format("{:0{}o}", number, field.bytes - 1));
  block[field.at] = 0x80;
  for (std::size_t i = 0; i < 8; ++i)
    block[field.at + field.bytes - 1 - i] = static_cast<std::uint8_t>(number >> (8 * i));
}

std::string block_for(std::string_view prefix, std::string_view name, std::uint64_t size, char kind) {
  Block block{};
  put(block, kName, name);
  put(block, kMode, "0000644");
  put(block, kUser, "0000000");
  put(block, kGroup, "0000000");
  put_number(block, kSize, size);
  put_number(block, kTime, 0);
  block[kKind] = static_cast<std::uint8_t>(kind);
  put(block, kMagic,
      std::string_view("ustar\0"
                       "00",
                       8));
  put(block, kPrefix, prefix);
  put(block, kSum, std::string_view(format("{:06o}", sum_of(block)) + std::string("\0 ", 2)));
  return {block.begin(), block.end()};
}

// "27 path=some/where.jpg\n": the length counts itself.
std::string pax_record(const std::string& path) {
  const std::string rest = " path=" + path + "\n";
  std::size_t length = rest.size() + 1;
  while (std::to_string(length).size() + rest.size() != length) length = std::to_string(length).size() + rest.size();
  return std::to_string(length) + rest;
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

std::string tar_header(const std::string& path, std::uint64_t size) {
  if (path.size() <= kName.bytes) return block_for("", path, size, '0');
  // The longest end that fits a name, so that the beginning may fit the prefix.
  const std::size_t slash = path.find('/', path.size() - kName.bytes - 1);
  if (slash != std::string::npos && slash <= kPrefix.bytes && slash + 1 < path.size())
    return block_for(std::string_view(path).substr(0, slash), std::string_view(path).substr(slash + 1), size, '0');
  std::string record = pax_record(path);
  const std::uint64_t bytes = record.size();
  record.resize(tar_filled(bytes));
  return block_for("", "PaxHeaders/path", bytes, 'x') + record +
         block_for("", std::string_view(path).substr(0, kName.bytes), size, '0');
}

Expected<std::vector<Packed>> list_tar(const ArchiveFile& file) { return Listing(file).all(); }

}  // namespace feedrate::native
