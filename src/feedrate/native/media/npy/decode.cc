#include "feedrate/native/media/npy/decode.h"

#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace feedrate::native {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::size_t kVersionBytes = 2;

// The header's text: a Python dictionary on one line. Empty: the bytes are too few, or no .npy file.
struct Header {
  std::string_view text;
  std::size_t bytes = 0;  // before the array
};

std::optional<Header> header_of(std::span<const std::uint8_t> bytes) {
  const std::size_t fixed = kMagic.size() + kVersionBytes;
  if (bytes.size() < fixed || std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) return {};
  const int version = bytes[kMagic.size()];
  if (version < 1 || version > 3) return {};
  const std::size_t length_bytes = version == 1 ? 2 : 4;  // little-endian
  if (bytes.size() < fixed + length_bytes) return {};
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) length |= std::size_t{bytes[fixed + i]} << (8 * i);
  const std::size_t begin = fixed + length_bytes;
  if (length > bytes.size() - begin) return {};
  return Header{{reinterpret_cast<const char*>(bytes.data()) + begin, length}, begin + length};
}

// What stands behind 'key': in a dictionary.
std::optional<std::string_view> value_of(std::string_view text, std::string_view key) {
  const std::string quoted = "'" + std::string(key) + "':";
  const auto at = text.find(quoted);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + quoted.size());
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text;
}

constexpr std::size_t kDimensions = 3;

// (height, width, channels), each at least 1.
std::optional<std::array<int, kDimensions>> shape_of(std::string_view text) {
  auto rest = value_of(text, "shape");
  if (!rest || !rest->starts_with('(')) return {};
  rest->remove_prefix(1);
  std::array<int, kDimensions> out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto [end, code] = std::from_chars(rest->data(), rest->data() + rest->size(), out[i]);
    if (code != std::errc() || out[i] < 1) return {};
    rest->remove_prefix(static_cast<std::size_t>(end - rest->data()));
    const std::string_view after = i + 1 < out.size() ? ", " : ")";
    if (!rest->starts_with(after)) return {};
    rest->remove_prefix(after.size());
  }
  return out;
}

}  // namespace

Expected<ImageView> view_npy(std::span<const std::uint8_t> bytes) {
  const auto header = header_of(bytes);
  if (!header) return failure("this is no .npy file, or its beginning is damaged");
  const auto type = value_of(header->text, "descr");
  const auto is_fortran = value_of(header->text, "fortran_order");
  const auto shape = shape_of(header->text);
  if (!type || !is_fortran || !(type->starts_with("'|u1'") || type->starts_with("'u1'")) ||
      !is_fortran->starts_with("False") || !shape)
    return failure(
        format("the array is {}; expected 8-bit unsigned (|u1), rows first, of shape (height, width, channels)",
               header->text.substr(0, header->text.find_last_not_of(" \n") + 1)));
  const auto [height, width, channels] = *shape;
  // Sizes come from outside: 64 bits hold any product of three of them that fits into memory.
  const auto row = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(channels);
  const std::uint64_t have = bytes.size() - header->bytes;
  if (row > static_cast<std::uint64_t>(std::numeric_limits<int>::max()) ||
      have / row < static_cast<std::uint64_t>(height))
    return failure(format("the array is cut off: {} bytes for {} x {} x {}", have, height, width, channels));
  return ImageView{bytes.data() + header->bytes, width, height, static_cast<std::ptrdiff_t>(row), channels};
}

}  // namespace feedrate::native
