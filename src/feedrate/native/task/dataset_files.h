// Fills a folder with the files of a data set, in folders of a thousand, on several threads. Used by the makers of
// photos and arrays. Can be killed at any moment and called again: whole files are kept. dataset.json is written last,
// so a folder that has one is complete.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "feedrate/base/error.h"
#include "feedrate/native/task/dataset_label.h"
#include "feedrate/native/task/parallel.h"

namespace feedrate::native {

struct DatasetFiles {
  std::string folder;
  DatasetLabel label;
  int threads = 1;
  std::string ending;  // ".jpg"
  // Names appear by renaming, so a size in this range is a whole file of an earlier call.
  std::uint64_t least_bytes = 0;
  std::uint64_t most_bytes = 0;
};

struct DatasetMade {
  std::uint64_t count = 0;
  std::uint64_t kept = 0;  // found whole from an earlier call
  std::uint64_t bytes = 0;
};

inline constexpr std::uint64_t kMostFiles = 10'000'000;  // four digits of folder, a thousand files in each

// "0000/000000.jpg"
[[nodiscard]] std::string file_name(std::uint64_t index, const std::string& ending);

// The bytes of file `index`, valid until the next call. One a thread.
using MakeFile = std::function<Expected<std::span<const std::uint8_t>>(std::uint64_t index)>;

// `progress` counts kept ones too, one call at a time. More files of the same label may be added to a finished folder.
// A folder of another label, with more files than asked for, or with other things in it is an error; nothing is ever
// deleted.
[[nodiscard]] Expected<DatasetMade> make_files(const DatasetFiles& files, const std::function<MakeFile()>& maker,
                                               const Progress& progress);

}  // namespace feedrate::native
