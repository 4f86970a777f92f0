// The tar format as POSIX has it (ustar, and pax records for long paths), for regular files; GNU's long names are read
// too. Pure but for reading; the same files give the same bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/storage/archive_file.h"
#include "feedrate/native/storage/packed.h"

namespace feedrate::native {

inline constexpr std::uint64_t kTarBlock = 512;
inline constexpr std::uint64_t kTarEndBytes = 2 * kTarBlock;  // zeros

// What stands before a file's bytes: one block, or more where the path is long.
[[nodiscard]] std::string tar_header(const std::string& path, std::uint64_t size);
// A file's bytes with the zeros that fill the last block.
[[nodiscard]] constexpr std::uint64_t tar_filled(std::uint64_t size) {
  return (size + kTarBlock - 1) / kTarBlock * kTarBlock;
}

// The files of an archive, as they come. Folders are passed over; a link or a device is an error.
[[nodiscard]] Expected<std::vector<Packed>> list_tar(const ArchiveFile& file);

}  // namespace feedrate::native
