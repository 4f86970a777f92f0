// In which order a watched program's segments take turns, and how many batches each has: blocks of one real, one replay
// and one loader segment in random order, the next block in the reverse order. Lengths follow the rates that were seen.
// Pure and seeded.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "feedrate/base/random.h"
#include "feedrate/contract/marks/schedule.h"
#include "feedrate/contract/record/program.h"
#include "feedrate/measure/segments.h"

namespace feedrate::agent {

class Turns {
 public:
  // `in_flight`: batches that the loader may hold ready; `batch_seconds`: from one real batch to the next. `only`: no
  // turns, each block is one such segment.
  Turns(double segment_seconds, std::int64_t in_flight, double batch_seconds, std::uint64_t seed,
        std::optional<contract::marks::Mode> only = std::nullopt);

  struct Block {
    std::vector<contract::marks::ScheduleEntry> entries;
    std::vector<measure::PlannedSegment> plan;  // one an entry
    std::uint64_t ends_at = 0;                  // batches that the program was given when the last entry begins
  };
  // From that batch on.
  Block next(std::uint64_t at);
  // What the last block's segments were like: the next ones get their length from it.
  void learn(std::span<const contract::Segment> segments);

 private:
  // Batches that pass before a segment counts.
  [[nodiscard]] std::int64_t settle(contract::marks::Mode mode) const;
  [[nodiscard]] std::int64_t length(contract::marks::Mode mode) const;

  double segment_seconds_;
  std::int64_t in_flight_;
  std::array<double, 3> batch_seconds_;  // by mode
  Random random_;
  std::optional<contract::marks::Mode> only_;
  int number_ = 0;
  std::vector<contract::marks::Mode> order_;
};

}  // namespace feedrate::agent
