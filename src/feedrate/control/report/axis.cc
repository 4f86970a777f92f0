#include "feedrate/control/report/axis.h"

#include <algorithm>
#include <cmath>

#include "feedrate/control/report/numbers.h"

namespace feedrate::control {
namespace {

// Beyond, the small ones would lie on one another at the beginning.
constexpr double kWidestLinear = 30;
// From here on numbers are so long that there is room for few of them.
constexpr double kLong = 1e5;
// More decades than that are numbered every second, third and so on: "100 000 000" is long.
constexpr double kMostSteps = 4;

}  // namespace

double Axis::share(double value) const {
  const double out = is_log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return std::clamp(out, 0.0, 1.0);
}

Axis axis_over(double least, double most) {
  if (most <= kWidestLinear * least) return {0, most, false};
  return {std::pow(10, std::floor(std::log10(least))), std::pow(10, std::ceil(std::log10(most))), true};
}

std::vector<double> ticks_of(const Axis& axis) {
  std::vector<double> out;
  if (axis.is_log) {
    const double decades = std::round(std::log10(axis.high / axis.low));
    const double step = std::pow(10, std::max(1.0, std::ceil(decades / kMostSteps)));
    for (double tick = axis.low; tick <= axis.high * 1.001; tick *= step) out.push_back(tick);
    return out;
  }
  const double size = std::pow(10, std::floor(std::log10(axis.high)));
  const double fewest = axis.high < kLong ? 3 : 2;
  double step = 2 * size;
  for (const double part : {1.0, 0.5, 0.25})
    if (axis.high / step < fewest) step = size * part;
  for (double tick = 0; tick <= axis.high * 1.001; tick += step) out.push_back(tick);
  return out;
}

std::string tick_text(double tick) { return tick > 0 ? rounded(tick, {}).value : "0"; }

}  // namespace feedrate::control
