// What a pipeline tells whoever watches it: when the stages of each sample began and ended, in nanoseconds on the
// monotonic clock.
#pragma once

#include <cstdint>
#include <functional>

namespace feedrate::native {

struct SampleTimes {
  std::uint64_t number = 0;  // of all samples, from 0
  std::int64_t began = 0;
  std::int64_t had_bytes = 0;
  std::int64_t decoded = 0;
  std::int64_t made = 0;
  std::uint64_t bytes = 0;  // encoded
  bool waited = false;      // for the bytes, which another thread reads; otherwise it read them itself
  double read_ahead = 0;    // share of the places for samples read ahead that were full when it asked
};

struct ReadTimes {
  std::uint64_t number = 0;
  std::int64_t began = 0;
  std::int64_t ended = 0;
};

// Called from the pipeline's threads, several at a time; must be quick and throw nothing.
struct Watch {
  std::function<void(const SampleTimes&)> made = {};  // what failed is not told
  std::function<void(const ReadTimes&)> read = {};    // by threads that only read
};

}  // namespace feedrate::native
