// What says which dataset a folder holds: dataset.json when it is complete, .dataset.json.making while it is not. Used
// by photos.cc before and after painting; one thread.
#pragma once

#include <cstdint>
#include <string>

#include "feedrate/base/error.h"

namespace feedrate::native {

struct DatasetLabel {
  std::string kind;
  int version = 1;  // of the pictures: goes up when the same seed gives other bytes
  std::uint64_t seed = 0;
  std::uint64_t count = 0;
};

// Makes `folder` if need be and marks it as being made; a dataset.json of fewer pictures becomes that mark. A folder
// that holds anything else, another label or more pictures is an error.
Status begin_dataset(const std::string& folder, const DatasetLabel& label);

// Writes dataset.json and takes the mark away.
Status finish_dataset(const std::string& folder, const DatasetLabel& label, std::uint64_t bytes);

}  // namespace feedrate::native
