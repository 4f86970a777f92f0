#include "feedrate/measure/steady.h"

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
  return Steadiness{false, format("its second half is {} than its first", by(found.effect)), found.effect};
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
  return Steadiness{false, format("from its begin to its end it gets {}", by(effect)), effect};
}

Found change_point(const Segments& x) {
  const auto found = stats::likeliest_change(x, kFewestBeside, std::log1p(kEffect));
  if (!found || found->p >= kLevel) return {};
  return Steadiness{false,
                    format("after {:.0f} % of it, it is {} than before",
                           100.0 * static_cast<double>(found->at) / kSegments, by(found->effect)),
                    found->effect};
}

}  // namespace

std::optional<Steadiness> test_steadiness(std::span<const Gap> gaps) {
  if (gaps.size() < 2 * kSegments) return {};
  const Segments x = segments_of(gaps);
  for (const auto& test : {halves, trend, change_point})
    if (auto found = test(x)) return found;
  return Steadiness{};
}

}  // namespace feedrate::measure
