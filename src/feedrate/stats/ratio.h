// Ratios estimated from paired log ratios, and how small an effect a number of pairs can show. Used by judge, gate and
// plan. Pure functions; for any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "feedrate/stats/summary.h"

namespace feedrate::stats {

struct RatioEstimate {
  double ratio = 1;                  // exp(mean log ratio): the geometric mean of the ratios
  std::optional<Interval> interval;  // absent when n < 2
};

// From the summary of natural logarithms. Of logarithms of rates it gives their geometric mean.
RatioEstimate ratio_of_logs(const Summary& logs, double level);

// The standard deviation that the true one lies below with this confidence, for a sample of n >= 2.
double sd_upper_bound(double sd, std::size_t n, double confidence);

// The share (0.024 is 2.4 %) of which a change could just be told from none at 95 %: the half-width of the interval at
// this n, with the upper 80 % bound of the sd. Absent when n < 2.
std::optional<double> visible_effect(const Summary& logs);

// How many pairs would make the 95 % interval's half-width smaller than `target` (> 0) if the sd stays what it is.
// Absent when more than `most` would be needed.
std::optional<std::size_t> pairs_for_half_width(double sd, double target, std::size_t most);

}  // namespace feedrate::stats
