// What a sample of numbers says: mean, standard deviation, intervals, quantiles. Used wherever blocks, segments or
// batches are summed up. Pure functions; for any thread. What a sample is too small to say is absent, never 0.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace feedrate::stats {

struct Summary {
  std::size_t n = 0;
  double mean = 0;           // meaningful only when n > 0
  std::optional<double> sd;  // of the sample (n - 1); absent when n < 2
};

struct Interval {
  double low = 0;
  double high = 0;
};

Summary summarise(std::span<const double> sample);

// Half of the width of the t interval of a mean of n >= 2 numbers whose standard deviation is sd.
double half_width(double sd, std::size_t n, double level);

// The t interval of the mean at a level such as 0.95. Absent when n < 2.
std::optional<Interval> mean_interval(const Summary& summary, double level);

// Linear interpolation between order statistics (type 7 of Hyndman and Fan 1996, the default of R and NumPy). The
// sample is sorted and not empty; 0 <= p <= 1.
double quantile(std::span<const double> sorted, double p);

double median(std::span<const double> sorted);
// Of the median that the sample was drawn from, by ranks, whatever its distribution: a disturbed one among them moves
// it by a rank. Covers at least `level`; absent where there are too few.
std::optional<Interval> median_interval(std::span<const double> sorted, double level);

}  // namespace feedrate::stats
