// Marks of a watched program -> how fast it went while its batches came from the loader, from memory, or were drained;
// which of its loaders it trains from; when its epochs ended. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "feedrate/contract/marks/format.h"
#include "feedrate/contract/record/program.h"

namespace feedrate::measure {

// What a loader of a program did so far. `names`: by slot.
struct LoaderUse {
  std::uint16_t slot = 0;
  std::string name;
  std::int64_t batches = 0;
  std::int64_t learning = 0;       // of them asked for while gradients were kept
  double seconds = 0;              // between its batches, its own epochs' ends left out
  int workers = 0;                 // processes
  int prefetch = 0;                // batches each of them may hold ready; without any, the loader
  std::int64_t epoch_batches = 0;  // 0: not known

  // Batches that it may hold ready.
  [[nodiscard]] std::int64_t in_flight() const { return std::max(1, std::max(1, workers) * prefetch); }
};
std::vector<LoaderUse> loaders_of(std::span<const contract::marks::Mark> marks,
                                  const std::map<std::uint16_t, std::string>& names);

// The one most time goes by with while gradients are kept; without any such, the one most time goes by with. Null where
// there is none.
const LoaderUse* training_loader(std::span<const LoaderUse> loaders);

// What an entry of the schedule is for.
struct PlannedSegment {
  contract::marks::Mode mode = contract::marks::Mode::kReal;
  int block = 0;
  std::int64_t settle = 0;                        // batches that pass before its first one counts
  bool counts = true;                             // or only fills the time between two blocks
  std::optional<std::int64_t> settle_epoch = {};  // and after the end of an epoch; absent: as many
};

struct ProgramMarks {
  std::vector<contract::Segment> segments;
  std::vector<std::vector<double>> waits;  // of each segment: seconds inside next(), a batch
  std::vector<double> real_gaps;           // seconds between batches in real segments
  std::vector<double> epoch_gaps;  // seconds from the last batch of an epoch to the first of the next, not in replay
  std::vector<std::pair<std::int64_t, std::int64_t>> real_spans;  // when real segments were measured
  std::int64_t delivered = 0;                                     // batches that the program was given
  std::int64_t replayed = 0;
  std::int64_t dropped = 0;
  std::uint64_t entries_begun = 0;  // of the schedule
};
// `marks` are one process's; `plan[i]` is entry i of the schedule.
ProgramMarks measure_segments(std::span<const contract::marks::Mark> marks, std::uint16_t loader,
                              std::span<const PlannedSegment> plan);

// Ranks go in step: samples of all, time of the slowest. Of each batch the longest wait: the others stand still for it
// in their step. Segments that not all have are left out.
std::vector<contract::Segment> merge_ranks(std::span<const ProgramMarks> ranks);

}  // namespace feedrate::measure
