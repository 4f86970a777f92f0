#include "feedrate/control/report/line_plot.h"

#include <algorithm>
#include <set>

#include "feedrate/base/format.h"
#include "feedrate/control/report/axis.h"
#include "feedrate/control/report/figures.h"

namespace feedrate::control {
namespace {

// In the units of the picture.
constexpr double kNumbersWidth = 66;
constexpr double kWidth = 480;
constexpr double kNamesWidth = 234;
constexpr double kTop = 12;
constexpr double kHeight = 220;
constexpr double kBelow = 46;
constexpr double kNameHeight = 19;
constexpr std::size_t kMostTicks = 10;

struct Frame {
  int first = 0;
  int last = 0;
  Axis y;

  [[nodiscard]] double across(int x) const {
    return kNumbersWidth + kWidth * (x - first) / static_cast<double>(last - first);
  }
  [[nodiscard]] double down(double value) const { return kTop + kHeight * (1 - y.share(value)); }
};

// Where names stand: beside the ends of their lines, moved apart where these are close.
std::vector<double> places_of(const std::vector<double>& wanted) {
  std::vector<std::size_t> order(wanted.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  std::vector<double> out = wanted;
  double above = kTop - kNameHeight;
  for (const std::size_t i : order) above = out[i] = std::max(out[i], above + kNameHeight);
  double below = kTop + kHeight + kNameHeight;
  for (auto i = order.rbegin(); i != order.rend(); ++i) below = out[*i] = std::min(out[*i], below - kNameHeight);
  return out;
}

std::string grid(const Frame& frame, const LinePlot& plot, const std::set<int>& counted) {
  std::string out;
  for (const double tick : ticks_of(frame.y))
    out += format(
        "<line class=\"grid\" x1=\"{:.0f}\" x2=\"{:.0f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/><text class=\"name tick-y\" "
        "x=\"{:.0f}\" y=\"{:.1f}\">{}</text>\n",
        kNumbersWidth, kNumbersWidth + kWidth, frame.down(tick), frame.down(tick), kNumbersWidth - 8,
        frame.down(tick) + 4, tick_text(tick));
  const std::size_t every = (counted.size() + kMostTicks - 1) / kMostTicks;
  std::size_t number = 0;
  for (const int x : counted)
    if (number++ % every == 0)
      out +=
          format("<text class=\"tick\" x=\"{:.1f}\" y=\"{:.0f}\">{}</text>\n", frame.across(x), kTop + kHeight + 18, x);
  return out + format("<text class=\"tick\" x=\"{:.0f}\" y=\"{:.0f}\">{} by {}{}</text>\n", kNumbersWidth + kWidth / 2,
                      kTop + kHeight + 38, html_escaped(plot.y_title), html_escaped(plot.x_title),
                      frame.y.is_log ? ", on a logarithmic scale" : "");
}

std::string shapes(const Frame& frame, const LinePlot::Line& line, std::size_t number, double name_at) {
  std::string out;
  std::string path;
  for (const auto& point : line.points)
    path += format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", frame.across(point.x), frame.down(point.y));
  out += format("<path class=\"line l{}\" d=\"{}\"/>", number, path);
  for (const auto& point : line.points)
    out += format("<circle class=\"f{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", number, frame.across(point.x),
                  frame.down(point.y));
  const double x = kNumbersWidth + kWidth + 14;
  return out + format(
                   "<circle class=\"f{}\" cx=\"{:.0f}\" cy=\"{:.1f}\" r=\"4\"/><text x=\"{:.0f}\" "
                   "y=\"{:.1f}\">{}</text>\n",
                   number, x, name_at, x + 10, name_at + 4, html_escaped(shortened(line.name)));
}

}  // namespace

std::string line_plot(const LinePlot& plot) {
  if (plot.lines.empty() || plot.lines.size() > kMostLines) return "";
  std::set<int> counted;
  double least = plot.lines.front().points.front().y;
  double most = least;
  for (const auto& line : plot.lines)
    for (const auto& point : line.points) {
      counted.insert(point.x);
      least = std::min(least, point.y);
      most = std::max(most, point.y);
    }
  if (counted.size() < 2) return "";
  const Frame frame{*counted.begin(), *counted.rbegin(), axis_over(least, most)};
  std::vector<double> ends;
  for (const auto& line : plot.lines) ends.push_back(frame.down(line.points.back().y));
  const auto names = places_of(ends);
  std::string out = format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">\n",
                           kNumbersWidth + kWidth + kNamesWidth, kTop + kHeight + kBelow, html_escaped(plot.about));
  out += grid(frame, plot, counted);
  for (std::size_t i = 0; i < plot.lines.size(); ++i) out += shapes(frame, plot.lines[i], i, names[i]);
  return out + "</svg>\n";
}

}  // namespace feedrate::control
