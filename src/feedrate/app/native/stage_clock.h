// Sums up what the pipeline's threads do, by stage: watches a pipeline, and says what it saw. Any thread adds, one
// looks.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "feedrate/native/pipeline/watch.h"

namespace feedrate::app {

enum class Stage { kRead, kDecode, kTransform };

// Since the beginning.
struct StageTimes {
  std::array<std::int64_t, 3> busy_ns{};
  std::int64_t wait_in_ns = 0;  // of the threads that decode, for those that read
  std::uint64_t samples = 0;
  std::uint64_t bytes = 0;       // encoded
  std::uint64_t read_ahead = 0;  // millionths, summed over samples
};
[[nodiscard]] StageTimes operator+(const StageTimes& a, const StageTimes& b);
[[nodiscard]] StageTimes operator-(const StageTimes& a, const StageTimes& b);

class StageClock {
 public:
  void add(const native::SampleTimes& times);
  void add(const native::ReadTimes& times);
  [[nodiscard]] StageTimes now() const;

 private:
  using Sum = std::atomic<std::int64_t>;
  std::array<Sum, 3> busy_ns_{};
  Sum wait_in_ns_ = 0;
  Sum samples_ = 0;
  Sum bytes_ = 0;
  Sum read_ahead_ = 0;
};

}  // namespace feedrate::app
