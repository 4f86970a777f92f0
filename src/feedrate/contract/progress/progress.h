// Where a block stands, for people: one line of JSON at a time from an agent to whoever shows it. Never stored, decides
// nothing.
#pragma once

#include <string>
#include <string_view>

#include "feedrate/base/error.h"
#include "feedrate/base/value.h"

namespace feedrate::contract {

struct Progress {
  std::string cell;
  std::string subject;
  std::string stage;  // start, first batch, drain, window, slices, tear-down, sealed
  double done = 0;    // of `of`: batches, in slices seconds of running time
  double of = 0;
  double rate = 0;  // samples/s so far, 0 where there is none yet
};

// A line of its own, when the block's receipt is written and the agent waits for another block.
inline constexpr std::string_view kBlockDone = "block done";

Expected<Progress> read_progress(const Value& value, const std::string& file);
Value write_progress(const Progress& progress);

}  // namespace feedrate::contract
