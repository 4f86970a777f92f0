#include "feedrate/measure/steady.h"

#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "feedrate/base/format.h"
#include "feedrate/base/random.h"
#include "feedrate/stats/distributions.h"

namespace feedrate::measure {
namespace {

constexpr double kEffect = 0.10;
constexpr double kLevel = 0.01;
constexpr std::size_t kFewestBeside = 3;  // segments on either side of a change point
constexpr int kShuffles = 999;

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

struct Difference {
  double effect = 0;  // mean after less mean before
  double t = 0;       // pooled two-sample statistic
};

Difference split_at(const Segments& x, std::size_t k) {
  const auto before = static_cast<double>(k);
  const auto after = static_cast<double>(kSegments - k);
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(k);
  const double a = std::accumulate(x.begin(), middle, 0.0) / before;
  const double b = std::accumulate(middle, x.end(), 0.0) / after;
  double squares = 0;
  for (std::size_t i = 0; i < kSegments; ++i) squares += std::pow(x[i] - (i < k ? a : b), 2);
  const double error = std::sqrt(squares / (before + after - 2) * (1 / before + 1 / after));
  return {b - a, error > 0 ? (b - a) / error : (b == a ? 0 : std::copysign(INFINITY, b - a))};
}

bool is_sure(double t, double df) { return std::abs(t) > stats::student_t_quantile(1 - kLevel / 2, df); }
bool is_large(double effect) { return std::abs(effect) > std::log1p(kEffect); }
std::string by(double effect) {
  return format("{:.0f} % {}", 100 * std::abs(std::expm1(effect)), effect < 0 ? "slower" : "faster");
}

std::optional<std::string> halves(const Segments& x) {
  const auto found = split_at(x, kSegments / 2);
  if (!is_large(found.effect) || !is_sure(found.t, kSegments - 2)) return {};
  return format("its second half is {} than its first", by(found.effect));
}

std::optional<std::string> trend(const Segments& x) {
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
  return format("from its begin to its end it gets {}", by(effect));
}

struct ChangePoint {
  std::size_t at = 0;
  Difference difference;
};

ChangePoint largest_change(const Segments& x) {
  ChangePoint out;
  for (std::size_t k = kFewestBeside; k <= kSegments - kFewestBeside; ++k) {
    const auto found = split_at(x, k);
    if (std::abs(found.t) > std::abs(out.difference.t)) out = {k, found};
  }
  return out;
}

// How often segments in random order have a change as sure as that: the place was chosen by looking.
std::optional<std::string> change_point(const Segments& x) {
  const auto found = largest_change(x);
  if (!is_large(found.difference.effect)) return {};
  Random random(kSegments);
  std::vector<double> shuffled(x.begin(), x.end());
  int as_large = 1;
  for (int i = 0; i < kShuffles; ++i) {
    random.shuffle(shuffled);
    Segments y{};
    std::copy(shuffled.begin(), shuffled.end(), y.begin());
    if (std::abs(largest_change(y).difference.t) >= std::abs(found.difference.t)) ++as_large;
  }
  if (static_cast<double>(as_large) / (kShuffles + 1) >= kLevel) return {};
  return format("after {:.0f} % of it, it is {} than before", 100.0 * static_cast<double>(found.at) / kSegments,
                by(found.difference.effect));
}

}  // namespace

std::optional<Steadiness> test_steadiness(std::span<const Gap> gaps) {
  if (gaps.size() < 2 * kSegments) return {};
  const Segments x = segments_of(gaps);
  for (const auto& test : {halves, trend, change_point})
    if (const auto reason = test(x)) return Steadiness{false, *reason};
  return Steadiness{};
}

}  // namespace feedrate::measure
