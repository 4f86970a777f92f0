#include "feedrate/measure/steady.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "feedrate/base/format.h"
#include "feedrate/stats/distributions.h"
#include "feedrate/stats/level.h"

namespace feedrate::measure {
namespace {

constexpr double kEffect = 0.10;
constexpr double kLevel = 0.01;
constexpr std::size_t kFewestBeside = 3;  // segments on either side of a change point
// A loader gets slower with its machine, at most twice as much: it may share more with neighbours than a piece of
// arithmetic does.
constexpr double kMostWithMachine = 2;
constexpr double kGoesTogether = 0.6;  // correlation of 20 pairs: by chance one time in 200

using Segments = std::array<double, kSegments>;  // ln of the rate in each

Segments segments_of(std::span<const Gap> gaps) {
  Segments out{};
  for (std::size_t i = 0; i < kSegments; ++i) {
    double samples = 0;
    double seconds = 0;
    for (std::size_t g = i * gaps.size() / kSegments; g < (i + 1) * gaps.size() / kSegments; ++g) {
      samples += gaps[g].samples;
      seconds += static_cast<double>(gaps[g].to_ns - gaps[g].from_ns) * 1e-9;
    }
    out[i] = std::log(samples / seconds);
  }
  return out;
}

bool is_sure(double t, double df) { return std::abs(t) > stats::student_t_quantile(1 - kLevel / 2, df); }
bool is_large(double effect) { return std::abs(effect) > std::log1p(kEffect); }
std::string by(double effect) {
  return format("{:.0f} % {}", 100 * std::abs(std::expm1(effect)), effect < 0 ? "slower" : "faster");
}

using Found = std::optional<Steadiness>;

Found halves(const Segments& x) {
  const auto found = stats::split_at(x, kSegments / 2);
  if (!is_large(found.effect) || !is_sure(found.t, kSegments - 2)) return {};
  return Steadiness{false, format("its second half is {} than its first", by(found.effect))};
}

Found trend(const Segments& x) {
  const double middle = (kSegments - 1) / 2.0;
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / kSegments;
  double xx = 0;
  double xy = 0;
  for (std::size_t i = 0; i < kSegments; ++i) {
    xx += std::pow(static_cast<double>(i) - middle, 2);
    xy += (static_cast<double>(i) - middle) * (x[i] - mean);
  }
  const double slope = xy / xx;
  double squares = 0;
  for (std::size_t i = 0; i < kSegments; ++i)
    squares += std::pow(x[i] - mean - slope * (static_cast<double>(i) - middle), 2);
  const double error = std::sqrt(squares / (kSegments - 2) / xx);
  const double effect = slope * (kSegments - 1);
  if (!is_large(effect) || (error > 0 && !is_sure(slope / error, kSegments - 2))) return {};
  return Steadiness{false, format("from its begin to its end it gets {}", by(effect))};
}

Found change_point(const Segments& x) {
  const auto found = stats::likeliest_change(x, kFewestBeside, std::log1p(kEffect));
  if (!found || found->p >= kLevel) return {};
  return Steadiness{false, format("after {:.0f} % of it, it is {} than before",
                                  100.0 * static_cast<double>(found->at) / kSegments, by(found->effect))};
}

Steadiness tested(const Segments& x) {
  for (const auto& test : {halves, trend, change_point})
    if (auto found = test(x)) return *found;
  return {};
}

// ln of the speed of the pieces of work that were begun in each segment of the gaps.
std::optional<Segments> speed_meanwhile(std::span<const Gap> machine, std::span<const Gap> gaps) {
  Segments out{};
  auto piece = machine.begin();
  for (std::size_t i = 0; i < kSegments; ++i) {
    const std::int64_t from = gaps[i * gaps.size() / kSegments].from_ns;
    const std::int64_t to = gaps[(i + 1) * gaps.size() / kSegments - 1].to_ns;
    while (piece != machine.end() && piece->from_ns < from) ++piece;
    int pieces = 0;
    for (; piece != machine.end() && piece->from_ns < to; ++piece, ++pieces)
      out[i] -= std::log(static_cast<double>(piece->to_ns - piece->from_ns));
    if (pieces == 0) return {};
    out[i] /= pieces;
  }
  return out;
}

// How much `x` changes with `speed`; 0 where it goes the other way.
double slope_of(const Segments& x, const Segments& speed) {
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / kSegments;
  const double mean = std::accumulate(speed.begin(), speed.end(), 0.0) / kSegments;
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < kSegments; ++i) {
    xx += std::pow(x[i] - mean_x, 2);
    yy += std::pow(speed[i] - mean, 2);
    xy += (x[i] - mean_x) * (speed[i] - mean);
  }
  if (xy <= 0) return 0;
  // The speed is measured with noise too, for which the least-squares slope is too small; where both certainly go
  // together, the ratio of their spreads is not.
  return xy / std::sqrt(xx * yy) < kGoesTogether ? xy / yy : std::sqrt(xx / yy);
}

}  // namespace

std::optional<Steadiness> test_steadiness(std::span<const Gap> gaps) {
  if (gaps.size() < 2 * kSegments) return {};
  return tested(segments_of(gaps));
}

std::optional<std::string> explained_by(std::span<const Gap> machine, std::span<const Gap> gaps) {
  if (gaps.size() < 2 * kSegments) return {};
  Segments x = segments_of(gaps);
  const auto speed = speed_meanwhile(machine, gaps);
  if (!speed) return {};
  const double slope = std::min(slope_of(x, *speed), kMostWithMachine);
  const double usual = std::accumulate(speed->begin(), speed->end(), 0.0) / kSegments;
  for (std::size_t i = 0; i < kSegments; ++i) x[i] -= slope * ((*speed)[i] - usual);
  if (!tested(x).steady) return {};
  const auto [slowest, fastest] = std::minmax_element(speed->begin(), speed->end());
  return format("{:.0f} % slower at times than at others", 100 * -std::expm1(*slowest - *fastest));
}

}  // namespace feedrate::measure
