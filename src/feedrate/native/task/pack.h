// `pack`: a folder into one file, a tar or a bundle, and back; bytes and paths come out as they went in. Used by
// app/native. Can be killed at any moment and called again: what is whole is kept. Nothing that is there is
// overwritten.
#pragma once

#include <cstdint>
#include <string>

#include "feedrate/base/error.h"
#include "feedrate/native/task/parallel.h"

namespace feedrate::native {

struct Pack {
  std::string from;  // a folder or an archive
  std::string to;    // an archive, by its ending, or else a folder
  int threads = 1;
};

struct PackDone {
  std::uint64_t files = 0;
  std::uint64_t kept = 0;  // of them, found whole from an earlier call
  std::uint64_t bytes = 0;
};

// `progress` counts files, kept ones too; into an archive in steps of several.
[[nodiscard]] Expected<PackDone> pack(const Pack& asked, const Progress& progress = {});

}  // namespace feedrate::native
