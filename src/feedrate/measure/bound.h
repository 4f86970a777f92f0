// Is it the data? Segments of a watched program -> a verdict by experiment: how much faster it goes when data costs
// nothing, how fast the loader is alone, and what the difference is made of. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "feedrate/base/fields.h"
#include "feedrate/contract/record/program.h"
#include "feedrate/stats/ratio.h"
#include "feedrate/stats/summary.h"

namespace feedrate::measure {

// Within this share two rates count as the same.
inline constexpr double kSameRate = 0.10;

enum class Bound {
  kInputBound,    // the step waits for data
  kComputeBound,  // the loader waits for the step
  kBalanced,      // neither would gain alone
  kContended,     // loader and step slow each other: CPUs, memory, the interpreter's lock
  kSerial,        // nothing overlaps
  kCannotTell,
};

struct Share {
  double mean = 0;
  std::optional<stats::Interval> interval;  // 95 %
};

struct BoundEstimate {
  Bound verdict = Bound::kCannotTell;
  std::string reason;      // why it cannot tell; empty otherwise
  std::size_t blocks = 0;  // with all three segments
  // Samples/s: geometric means over blocks.
  stats::RatioEstimate real;
  stats::RatioEstimate loader;
  stats::RatioEstimate replay;
  stats::RatioEstimate free;   // replay / real: what is gained if data costs nothing
  stats::RatioEstimate ahead;  // loader / real
  Share stall;                 // 1 - real / replay
  Share waiting;               // of it: time in next()
  Share contention;            // of it: a step takes longer while the loader works
  Share overlap;               // 1: loader and step overlap perfectly, 0: not at all
};

// The burn-in is not counted. Absent where no block is whole. `has_workers`: batches are made beside the program, so
// that loading and training overlap by construction; beside a short step that could not be told from the rates.
std::optional<BoundEstimate> judge_bound(std::span<const contract::Segment> segments, bool has_workers);

// Whether the share is known to within so much of the whole, at 95 %.
bool is_known_within(const Share& share, double half_width);

// A second estimate of what free data would gain, from real segments only: a step that takes as long, and no waiting.
double free_by_waits(const BoundEstimate& estimate);

}  // namespace feedrate::measure

namespace feedrate {

template <>
struct Names<measure::Bound> {
  static constexpr std::array<std::pair<measure::Bound, const char*>, 6> names = {
      {{measure::Bound::kInputBound, "INPUT-BOUND"},
       {measure::Bound::kComputeBound, "COMPUTE-BOUND"},
       {measure::Bound::kBalanced, "BALANCED"},
       {measure::Bound::kContended, "CONTENDED"},
       {measure::Bound::kSerial, "SERIAL"},
       {measure::Bound::kCannotTell, "CANNOT TELL"}}};
};

}  // namespace feedrate
