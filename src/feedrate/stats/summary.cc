#include "feedrate/stats/summary.h"

#include <algorithm>
#include <cmath>

#include "feedrate/base/error.h"
#include "feedrate/stats/distributions.h"

namespace feedrate::stats {

Summary summarise(std::span<const double> sample) {
  Summary out;
  out.n = sample.size();
  if (sample.empty()) return out;
  const auto n = static_cast<double>(sample.size());
  double sum = 0;
  for (double x : sample) sum += x;
  out.mean = sum / n;
  if (sample.size() < 2) return out;
  // Two passes: sums of squares lose every digit when the spread is small beside the mean.
  double squares = 0;
  for (double x : sample) squares += (x - out.mean) * (x - out.mean);
  out.sd = std::sqrt(squares / (n - 1));
  return out;
}

double half_width(double sd, std::size_t n, double level) {
  FEEDRATE_CHECK(n >= 2 && level > 0 && level < 1);
  const auto count = static_cast<double>(n);
  return student_t_quantile((1 + level) / 2, count - 1) * sd / std::sqrt(count);
}

std::optional<Interval> mean_interval(const Summary& summary, double level) {
  if (!summary.sd) return {};
  const double half = half_width(*summary.sd, summary.n, level);
  return Interval{summary.mean - half, summary.mean + half};
}

double quantile(std::span<const double> sorted, double p) {
  FEEDRATE_CHECK(!sorted.empty() && p >= 0 && p <= 1);
  const double at = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double median(std::span<const double> sorted) { return quantile(sorted, 0.5); }

std::optional<Interval> median_interval(std::span<const double> sorted, double level) {
  const std::size_t n = sorted.size();
  // Fewer than `rank` of n lie below the median with this probability.
  double below = 0;
  double exactly = std::exp2(-static_cast<double>(n));  // none of them
  std::size_t rank = 0;
  while (rank < n && 2 * (below + exactly) <= 1 - level) {
    below += exactly;
    ++rank;
    exactly *= static_cast<double>(n - rank + 1) / static_cast<double>(rank);
  }
  if (rank == 0) return {};
  return Interval{sorted[rank - 1], sorted[n - rank]};
}

}  // namespace feedrate::stats
