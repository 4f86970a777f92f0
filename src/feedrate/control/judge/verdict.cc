#include "feedrate/control/judge/verdict.h"

#include <cmath>

#include "feedrate/control/judge/estimate.h"
#include "feedrate/stats/ratio.h"

namespace feedrate::control {
namespace {

std::string too_wide(const stats::Summary& logs, double tolerance) {
  const auto pairs = stats::pairs_for_half_width(*logs.sd, telling_half_width(logs.mean, tolerance), kMostBlocks);
  return "the interval is too wide for the tolerance; " +
         (pairs ? format("about {} blocks would tell", *pairs)
                : format("more than {} blocks would be needed", kMostBlocks));
}

}  // namespace

Unexpected not_comparable(std::string message) {
  return Unexpected(Error{Fault::kNotComparable, std::move(message), {}});
}

Status check_tolerance(double tolerance) {
  if (tolerance > 0 && tolerance < 1) return {};
  return input_error(
      format("the tolerance is {:g} %; expected more than 0 % and less than 100 %, such as 5 %", tolerance * 100));
}

double telling_half_width(double mean, double tolerance) {
  const double e = std::abs(mean);
  const double tau = -std::log1p(-tolerance);
  return e < tau ? tau - e : e;
}

Judgement judge_logs(const stats::Summary& logs, double tolerance) {
  FEEDRATE_CHECK(tolerance > 0 && tolerance < 1);
  if (logs.n < kFewestForVerdict)
    return {Verdict::kCannotTell,
            format("{} shared block{}, and a verdict needs {}", logs.n, logs.n == 1 ? "" : "s", kFewestForVerdict)};
  const double tau = -std::log1p(-tolerance);
  const auto interval = *stats::mean_interval(logs, kLevel);
  if (interval.low > -tau && interval.high < tau) return {Verdict::kSame, ""};
  if (interval.low > 0 && logs.mean >= tau) return {Verdict::kFaster, ""};
  if (interval.high < 0 && logs.mean <= -tau) return {Verdict::kSlower, ""};
  return {Verdict::kCannotTell, too_wide(logs, tolerance)};
}

}  // namespace feedrate::control
