// A bundle: a first line that says so, the bytes of the files one after the other, each at a multiple of 64, and an
// index behind them, found from the end. Listing it takes two reads, however many files it holds. Docs:
// docs/formats.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/native/storage/archive_file.h"
#include "feedrate/native/storage/packed.h"

namespace feedrate::native {

inline constexpr std::uint64_t kBundleAlign = 64;

// The first kBundleAlign bytes.
[[nodiscard]] std::string bundle_begin();
// What follows the last file, at byte `at`.
[[nodiscard]] std::string bundle_end(std::span<const Packed> files, std::uint64_t at);
[[nodiscard]] constexpr std::uint64_t bundle_filled(std::uint64_t size) {
  return (size + kBundleAlign - 1) / kBundleAlign * kBundleAlign;
}

[[nodiscard]] Expected<std::vector<Packed>> list_bundle(const ArchiveFile& file);

}  // namespace feedrate::native
