// What stands before a file's bytes in a tar archive, as POSIX has it (ustar, and a pax record for a long path). Pure;
// the same file gives the same bytes.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace feedrate {

inline constexpr std::uint64_t kTarBlock = 512;
inline constexpr std::uint64_t kTarEndBytes = 2 * kTarBlock;  // zeros
using TarBlock = std::array<std::uint8_t, kTarBlock>;

// One block, or more where the path is long.
[[nodiscard]] std::string tar_header(const std::string& path, std::uint64_t size);
// A file's bytes with the zeros that fill the last block.
[[nodiscard]] constexpr std::uint64_t tar_filled(std::uint64_t size) {
  return (size + kTarBlock - 1) / kTarBlock * kTarBlock;
}

namespace tar {

// Of the 512 bytes of a header: where a field begins, and how long it is.
struct Field {
  std::size_t at;
  std::size_t bytes;
};
inline constexpr Field kName{0, 100};
inline constexpr Field kMode{100, 8};
inline constexpr Field kUser{108, 8};
inline constexpr Field kGroup{116, 8};
inline constexpr Field kSize{124, 12};
inline constexpr Field kTime{136, 12};
inline constexpr Field kSum{148, 8};
inline constexpr std::size_t kKind = 156;
inline constexpr Field kMagic{257, 8};
inline constexpr Field kPrefix{345, 155};

// Of all bytes, the sum itself taken as blanks.
[[nodiscard]] std::uint64_t sum_of(const TarBlock& block);

}  // namespace tar
}  // namespace feedrate
