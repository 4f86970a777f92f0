// Looking more than once without fooling oneself: one-sided bounds for the t statistic at a series of looks, such that
// the chance of ever crossing one when there is nothing is alpha. Error is spent as Lan and DeMets (1983) do for
// Pocock's shape. Pure; the bounds are computed from simulated series with a fixed seed, the same on every machine.
#pragma once

#include <span>
#include <vector>

namespace feedrate::stats {

// One bound a look. `looks` are numbers of blocks, ascending, each at least 2; 0 < alpha < 0.5. Takes about a second;
// the same question is answered from memory.
const std::vector<double>& sequential_bounds(std::span<const int> looks, double alpha);

// How much of alpha may be spent by a look at this share (0 to 1) of the last one.
double pocock_spending(double alpha, double share);

}  // namespace feedrate::stats
