#include "feedrate/stats/ratio.h"

#include <cmath>

#include "feedrate/base/error.h"
#include "feedrate/stats/distributions.h"

namespace feedrate::stats {
namespace {

constexpr double kLevel = 0.95;
constexpr double kSdConfidence = 0.8;

}  // namespace

RatioEstimate ratio_of_logs(const Summary& logs, double level) {
  FEEDRATE_CHECK(logs.n > 0);
  RatioEstimate out;
  out.ratio = std::exp(logs.mean);
  if (auto interval = mean_interval(logs, level))
    out.interval = Interval{std::exp(interval->low), std::exp(interval->high)};
  return out;
}

double sd_upper_bound(double sd, std::size_t n, double confidence) {
  FEEDRATE_CHECK(n >= 2);
  const double df = static_cast<double>(n) - 1;
  return sd * std::sqrt(df / chi_squared_quantile(1 - confidence, df));
}

std::optional<double> visible_effect(const Summary& logs) {
  if (!logs.sd) return {};
  const double sd = sd_upper_bound(*logs.sd, logs.n, kSdConfidence);
  return -std::expm1(-half_width(sd, logs.n, kLevel));
}

std::optional<std::size_t> pairs_for_half_width(double sd, double target, std::size_t most) {
  FEEDRATE_CHECK(target > 0);
  // The half-width falls with n, so the smallest n is found by halving.
  if (half_width(sd, most, kLevel) >= target) return {};
  std::size_t too_few = 1;
  std::size_t enough = most;
  while (enough - too_few > 1) {
    const std::size_t middle = too_few + (enough - too_few) / 2;
    (half_width(sd, middle, kLevel) < target ? enough : too_few) = middle;
  }
  return enough;
}

}  // namespace feedrate::stats
