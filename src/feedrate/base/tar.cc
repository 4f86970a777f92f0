#include "feedrate/base/tar.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "feedrate/base/format.h"

namespace feedrate {
namespace tar {

std::uint64_t sum_of(const TarBlock& block) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < block.size(); ++i)
    sum += i >= kSum.at && i < kSum.at + kSum.bytes ? ' ' : static_cast<unsigned>(block[i]);
  return sum;
}

namespace {

constexpr std::uint64_t kMostOctal = (std::uint64_t{1} << 33) - 1;  // eleven digits

void put(TarBlock& block, const Field& field, std::string_view text) {
  std::memcpy(block.data() + field.at, text.data(), std::min(text.size(), field.bytes));
}

void put_number(TarBlock& block, const Field& field, std::uint64_t number) {
  if (number <= kMostOctal) return put(block, field, format("{:0{}o}", number, field.bytes - 1));
  block[field.at] = 0x80;
  for (std::size_t i = 0; i < 8; ++i)
    block[field.at + field.bytes - 1 - i] = static_cast<std::uint8_t>(number >> (8 * i));
}

std::string block_for(std::string_view prefix, std::string_view name, std::uint64_t size, char kind) {
  TarBlock block{};
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

}  // namespace
}  // namespace tar

std::string tar_header(const std::string& path, std::uint64_t size) {
  if (path.size() <= tar::kName.bytes) return tar::block_for("", path, size, '0');
  // The longest end that fits a name, so that the beginning may fit the prefix.
  const std::size_t slash = path.find('/', path.size() - tar::kName.bytes - 1);
  if (slash != std::string::npos && slash <= tar::kPrefix.bytes && slash + 1 < path.size())
    return tar::block_for(std::string_view(path).substr(0, slash), std::string_view(path).substr(slash + 1), size, '0');
  std::string record = tar::pax_record(path);
  const std::uint64_t bytes = record.size();
  record.resize(tar_filled(bytes));
  return tar::block_for("", "PaxHeaders/path", bytes, 'x') + record +
         tar::block_for("", std::string_view(path).substr(0, tar::kName.bytes), size, '0');
}

}  // namespace feedrate
