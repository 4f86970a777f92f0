#include "feedrate/control/report/figures.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "feedrate/base/format.h"
#include "feedrate/control/report/wording.h"

namespace feedrate::control {
namespace {

// In the units of the picture; a letter is at most 8 wide.
constexpr double kLabels = 230;
constexpr double kPlot = 360;
constexpr double kNumbers = 190;
constexpr double kRowHeight = 26;
constexpr double kAxisHeight = 40;
constexpr std::size_t kLongestName = 27;  // characters
// Beyond, the slow ones would lie on one another at the left edge.
constexpr double kWidestLinear = 30;

struct Scale {
  double low = 0;
  double high = 1;
  bool is_log = false;

  [[nodiscard]] double at(double value) const {
    const double share =
        is_log ? std::log(value / low) / std::log(high / low) : std::clamp((value - low) / (high - low), 0.0, 1.0);
    return kLabels + kPlot * share;
  }
};

double low_of(const TableRow& row) { return row.rate->interval ? row.rate->interval->low : row.rate->rate; }
double high_of(const TableRow& row) { return row.rate->interval ? row.rate->interval->high : row.rate->rate; }

Scale scale_of(const std::vector<const TableRow*>& rows) {
  double least = low_of(*rows.front());
  double most = 0;
  for (const auto* row : rows) {
    least = std::min(least, low_of(*row));
    most = std::max(most, high_of(*row));
  }
  if (most <= kWidestLinear * least) return {0, most, false};
  return {std::pow(10, std::floor(std::log10(least))), std::pow(10, std::ceil(std::log10(most))), true};
}

// Round numbers, three to six of them.
std::vector<double> ticks_of(const Scale& scale) {
  std::vector<double> out;
  if (scale.is_log) {
    for (double tick = scale.low; tick <= scale.high * 1.001; tick *= 10) out.push_back(tick);
    return out;
  }
  const double size = std::pow(10, std::floor(std::log10(scale.high)));
  double step = 2 * size;
  for (const double part : {1.0, 0.5, 0.25})
    if (scale.high / step < 3) step = size * part;
  for (double tick = 0; tick <= scale.high * 1.001; tick += step) out.push_back(tick);
  return out;
}

std::string shortened(const std::string& name) {
  if (name.size() <= kLongestName) return name;
  std::size_t end = kLongestName - 3;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;  // not within a character
  return name.substr(0, end) + "...";
}

std::string row_shapes(const TableRow& row, double y, const Scale& scale) {
  std::string out = format("<text class=\"name\" x=\"{:.0f}\" y=\"{:.1f}\">{}</text>", kLabels - 12, y + 4,
                           html_escaped(shortened(row.name)));
  if (row.rate->interval)
    out += format("<line class=\"interval\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>",
                  scale.at(low_of(row)), scale.at(high_of(row)), y, y);
  out += format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"/>", row.is_reference ? "reference" : "dot",
                scale.at(row.rate->rate), y);
  const auto number = rate_text(row);
  return out + format("<text class=\"number\" x=\"{:.0f}\" y=\"{:.1f}\">{} <tspan>{}</tspan></text>\n",
                      kLabels + kPlot + 14, y + 4, html_escaped(number.value), html_escaped(number.interval));
}

}  // namespace

std::string html_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string dot_plot(const TableGroup& group) {
  std::vector<const TableRow*> rows;
  for (const auto& row : group.rows)
    if (row.rate && row.unranked.empty()) rows.push_back(&row);
  if (rows.size() < 2) return "";
  std::stable_sort(rows.begin(), rows.end(),
                   [](const TableRow* a, const TableRow* b) { return a->rate->rate > b->rate->rate; });
  const Scale scale = scale_of(rows);
  const double height = kRowHeight * static_cast<double>(rows.size()) + kAxisHeight;
  std::string out = format(
      "<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"rates with their 95 % intervals, the fastest "
      "first\">\n",
      kLabels + kPlot + kNumbers, height);
  const double bottom = height - kAxisHeight;
  for (const double tick : ticks_of(scale))
    out += format(
        "<line class=\"grid\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"0\" y2=\"{:.0f}\"/><text class=\"tick\" x=\"{:.1f}\" "
        "y=\"{:.0f}\">{}</text>\n",
        scale.at(tick), scale.at(tick), bottom, scale.at(tick), bottom + 15,
        tick > 0 ? rounded(tick, {}).value : std::string("0"));
  for (std::size_t i = 0; i < rows.size(); ++i)
    out += row_shapes(*rows[i], kRowHeight * (static_cast<double>(i) + 0.5), scale);
  out += format("<text class=\"tick\" x=\"{:.0f}\" y=\"{:.0f}\">{}{}</text>\n</svg>\n", kLabels + kPlot / 2,
                bottom + 33, kRateUnit, scale.is_log ? ", on a logarithmic scale" : "");
  return out;
}

}  // namespace feedrate::control
