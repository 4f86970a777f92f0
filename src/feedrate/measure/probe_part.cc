#include "feedrate/measure/probe_part.h"

#include <algorithm>
#include <cmath>

#include "feedrate/contract/probe/probe_set.h"

namespace feedrate::measure {
namespace {

namespace probe = contract::probe;

constexpr double kOutside = 2.5;  // pixels that a part may seem to lie outside of its picture
constexpr double kOffNumber = 0.45;
constexpr double kNearlyWhole = 0.4;
constexpr double kCrooked = 4;  // levels that means of rows or columns may lie off a line

// Through what a colour is along one side; the outermost pixels, which know no neighbour, left out.
struct Line {
  double at_begin = 0;  // half a pixel before the first
  double at_end = 0;
  double off = 0;  // root of the mean square
};
Line line_through(std::span<const double> values) {
  const auto n = static_cast<int>(values.size());
  const int margin = n / 16;
  double count = 0;
  double sum = 0;
  double sum_at = 0;
  for (int i = margin; i < n - margin; ++i) {
    count += 1;
    sum += values[static_cast<std::size_t>(i)];
    sum_at += i + 0.5;
  }
  double products = 0;
  double squares = 0;
  for (int i = margin; i < n - margin; ++i) {
    const double at = i + 0.5 - sum_at / count;
    products += at * (values[static_cast<std::size_t>(i)] - sum / count);
    squares += at * at;
  }
  const double slope = products / squares;
  const double begin = sum / count - slope * sum_at / count;
  double off = 0;
  for (int i = margin; i < n - margin; ++i)
    off += std::pow(values[static_cast<std::size_t>(i)] - begin - slope * (i + 0.5), 2);
  return {begin, begin + slope * n, std::sqrt(off / count)};
}

double place_of(double level, int size) { return (level - probe::kLowest) * size / probe::kRange; }

double nearly_whole(double value) {
  const double whole = std::round(value);
  return std::abs(value - whole) < kNearlyWhole ? whole : value;
}

// From a line of a colour that grows along a side of so many pixels: where the part begins, and how long it is.
struct Stretch {
  double begin = 0;
  double length = 0;
};
std::optional<Stretch> stretch_of(const Line& line, int size) {
  const double a = place_of(std::min(line.at_begin, line.at_end), size);
  const double b = place_of(std::max(line.at_begin, line.at_end), size);
  if (!(line.off < kCrooked) || a < -kOutside || b > size + kOutside || b - a < 1) return {};
  const double begin = std::clamp(nearly_whole(a), 0.0, size - 1.0);
  const double end = std::min(nearly_whole(b), static_cast<double>(size));
  if (end - begin < 1) return {};
  return Stretch{begin, end - begin};
}

// Which pixels make a target, and with what weight: a triangle, wider where the part shrinks and antialiasing is on.
struct Tap {
  int first = 0;
  std::vector<double> weights;
};
std::vector<Tap> taps_of(double begin, double length, int targets, bool antialias) {
  const int low = static_cast<int>(std::floor(begin));
  const int high = static_cast<int>(std::ceil(begin + length));
  const double step = length / targets;
  const double support = antialias ? std::max(1.0, step) : 1.0;
  std::vector<Tap> out(static_cast<std::size_t>(targets));
  for (int t = 0; t < targets; ++t) {
    auto& tap = out[static_cast<std::size_t>(t)];
    const double middle = begin + (t + 0.5) * step;
    tap.first = std::clamp(static_cast<int>(std::floor(middle - support)), low, high - 1);
    const int end = std::clamp(static_cast<int>(std::ceil(middle + support)) + 1, tap.first + 1, high);
    double sum = 0;
    for (int i = tap.first; i < end; ++i) {
      tap.weights.push_back(std::max(0.0, 1 - std::abs(i + 0.5 - middle) / support));
      sum += tap.weights.back();
    }
    for (double& weight : tap.weights) weight = sum > 0 ? weight / sum : 1.0 / static_cast<double>(tap.weights.size());
  }
  return out;
}

// What becomes of `values(pixel)` along one side.
template <class Values>
std::vector<double> sums(const std::vector<Tap>& taps, Values&& values) {
  std::vector<double> out;
  for (const auto& tap : taps) {
    double sum = 0;
    for (std::size_t i = 0; i < tap.weights.size(); ++i)
      sum += tap.weights[i] * values(tap.first + static_cast<int>(i));
    out.push_back(sum);
  }
  return out;
}

}  // namespace

std::optional<ProbePart> find_part(const ProbeSample& sample) {
  const auto is_number = [](double level) { return std::isfinite(level); };
  if (sample.width < kLeastProbeSide || sample.height < kLeastProbeSide ||
      !std::all_of(sample.levels.begin(), sample.levels.end(), is_number))
    return {};
  std::vector<double> columns(static_cast<std::size_t>(sample.width));
  std::vector<double> rows(static_cast<std::size_t>(sample.height));
  double blue = 0;
  for (int y = 0; y < sample.height; ++y)
    for (int x = 0; x < sample.width; ++x) {
      columns[static_cast<std::size_t>(x)] += sample.at(0, y, x) / sample.height;
      rows[static_cast<std::size_t>(y)] += sample.at(1, y, x) / sample.width;
      blue += sample.at(2, y, x) / (static_cast<double>(sample.height) * sample.width);
    }
  const double number = (blue - probe::kLowestBlue) / probe::kBlueStep;
  if (!(std::abs(number - std::round(number)) < kOffNumber) || number < -kOffNumber ||
      number > probe::kPictures - 1 + kOffNumber)
    return {};
  ProbePart out;
  out.picture = static_cast<int>(std::lround(number));
  const auto [width, height] = probe::extent_of(out.picture);
  // Rounding to bytes may shift all levels a little, and a pixel is only half a level wide: blue, which is flat, tells.
  const double shift = blue - probe::kLowestBlue - probe::kBlueStep * out.picture;
  for (double& level : columns) level -= shift;
  for (double& level : rows) level -= shift;
  const Line along = line_through(columns);
  const Line down = line_through(rows);
  const auto x = stretch_of(along, width);
  const auto y = stretch_of(down, height);
  if (!x || !y || down.at_begin > down.at_end) return {};
  out.left = x->begin;
  out.width = x->length;
  out.top = y->begin;
  out.height = y->length;
  out.mirrored = along.at_begin > along.at_end;
  return out;
}

Rendered render_part(const ProbePart& part, const TrainSteps& steps) {
  const int high = steps.crop.size[0];
  const int wide = steps.crop.size[1];
  const auto along = taps_of(part.left, part.width, wide, steps.crop.antialias);
  const auto down = taps_of(part.top, part.height, high, steps.crop.antialias);
  // Red changes along a row only, green down a column, and the checkerboard is a product of both: each side by itself.
  const auto red = sums(along, [&](int x) { return std::round(probe::smooth_at(part.picture, x + 0.5, 0)[0]); });
  const auto green = sums(down, [&](int y) { return std::round(probe::smooth_at(part.picture, 0, y + 0.5)[1]); });
  const auto sign = [](int at) { return at % 2 == 0 ? 1.0 : -1.0; };
  const auto across = sums(along, sign);
  const auto upright = sums(down, sign);
  const std::size_t plane = static_cast<std::size_t>(high) * static_cast<std::size_t>(wide);
  Rendered out{{high, wide, std::vector<double>(3 * plane)}, {high, wide, std::vector<double>(3 * plane)}};
  std::size_t at = 0;
  for (std::size_t y = 0; y < green.size(); ++y)
    for (std::size_t x = 0; x < red.size(); ++x, ++at) {
      const std::size_t from = part.mirrored ? red.size() - 1 - x : x;
      const auto smooth =
          probe::smooth_at(part.picture, part.left + (static_cast<double>(from) + 0.5) * part.width / wide,
                           part.top + (static_cast<double>(y) + 0.5) * part.height / high);
      const double detail = probe::kChecker * across[from] * upright[y];
      out.with_detail.levels[at] = red[from] + detail;
      out.with_detail.levels[plane + at] = green[y] + detail;
      out.with_detail.levels[2 * plane + at] = smooth[2] + detail;
      for (std::size_t c = 0; c < 3; ++c) out.smooth.levels[c * plane + at] = smooth[c];
    }
  return out;
}

}  // namespace feedrate::measure
