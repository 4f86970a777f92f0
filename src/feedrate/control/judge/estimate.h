// Rates of one arm and paired log ratios of two, with what they rest on. Used by the table and by compare. Pure. A cell
// without a rate enters nothing; it is never a 0.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/fields.h"
#include "feedrate/control/judge/arms.h"
#include "feedrate/stats/summary.h"

namespace feedrate::control {

inline constexpr double kLevel = 0.95;

// Geometric mean of the solo windows' rates over blocks, with the t interval of the mean log rate.
struct RateEstimate {
  double rate = 0;  // samples/s
  std::optional<stats::Interval> interval;
  int n = 0;  // blocks
};
std::optional<RateEstimate> rate_of(const Arm& arm);
// ln(rate) of each solo window.
std::vector<double> window_logs(const Arm& arm);

// What a cell brings into a comparison within its block: the rate of its slices, or of its window where it was not
// sliced.
std::optional<double> comparable_rate(const contract::Record& cell);

// What a pair's two rates were taken from. The two never enter one statistic.
enum class Pairing {
  kSlices,   // slices of both, all arms alive, one thawed at a time
  kWindows,  // their windows, one after the other
};

struct Pairs {
  Pairing by = Pairing::kSlices;   // the kind with more blocks
  std::vector<double> logs;        // ln(rate of x / rate of reference), one a shared block
  std::vector<std::string> nodes;  // on which each of those blocks ran
  std::vector<bool> disturbed;     // by other work on the machine, in either of the two
  int left_out = 0;                // blocks of the other kind
};
Pairs pair_blocks(const Arm& x, const Arm& reference);

// How many blocks ran how.
struct Interleaving {
  int sliced = 0;
  int alternating = 0;
  int imported = 0;                  // from another tool; the reason says which
  std::vector<std::string> reasons;  // why blocks alternated though slicing was asked for
  bool shares_processes = false;     // some had run another case before
};
Interleaving interleaving_of(const std::vector<const Arm*>& arms);

}  // namespace feedrate::control

namespace feedrate {

template <>
struct Names<control::Pairing> {
  static constexpr std::array<std::pair<control::Pairing, const char*>, 2> names = {
      {{control::Pairing::kSlices, "sliced"}, {control::Pairing::kWindows, "alternating"}}};
};

}  // namespace feedrate
