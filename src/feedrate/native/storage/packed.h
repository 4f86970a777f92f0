// A file inside an archive.
#pragma once

#include <cstdint>
#include <string>

namespace feedrate::native {

struct Packed {
  std::string path;      // relative, with '/'
  std::uint64_t at = 0;  // of its first byte in the archive
  std::uint64_t size = 0;

  bool operator==(const Packed&) const = default;
};

}  // namespace feedrate::native
