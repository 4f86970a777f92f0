#include "feedrate/control/report/figures.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "feedrate/base/format.h"
#include "feedrate/control/report/axis.h"
#include "feedrate/control/report/line_plot.h"
#include "feedrate/control/report/numbers.h"
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
// The interval of two blocks may reach over ten decades: it is drawn to so many times its rate, and written in full.
constexpr double kFurthest = 100;
double across(const Axis& axis, double value) { return kLabels + kPlot * axis.share(value); }

double low_of(double middle, const std::optional<stats::Interval>& interval) {
  return interval ? std::max(interval->low, middle / kFurthest) : middle;
}
double high_of(double middle, const std::optional<stats::Interval>& interval) {
  return interval ? std::min(interval->high, middle * kFurthest) : middle;
}
double low_of(const TableRow& row) { return low_of(row.rate->rate, row.rate->interval); }
double high_of(const TableRow& row) { return high_of(row.rate->rate, row.rate->interval); }

Axis axis_of(const std::vector<const TableRow*>& rows) {
  double least = low_of(*rows.front());
  double most = 0;
  for (const auto* row : rows) {
    least = std::min(least, low_of(*row));
    most = std::max(most, high_of(*row));
  }
  return axis_over(least, most);
}

std::string name_shape(const std::string& name, double y) {
  return format("<text class=\"name\" x=\"{:.0f}\" y=\"{:.1f}\">{}</text>", kLabels - 12, y + 4,
                html_escaped(shortened(name)));
}

std::string line_shape(const char* kind, double from, double to, double y) {
  return format("<line class=\"{}\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>", kind, from, to, y, y);
}

std::string dot_shape(bool is_reference, double x, double y) {
  return format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"/>", is_reference ? "reference" : "dot", x, y);
}

std::string number_shape(const NumberText& number, double y) {
  return format("<text class=\"number\" x=\"{:.0f}\" y=\"{:.1f}\">{} <tspan>{}</tspan></text>\n", kLabels + kPlot + 14,
                y + 4, html_escaped(number.value), html_escaped(number.interval));
}

std::string row_shapes(const TableRow& row, double y, const Axis& axis) {
  std::string out = name_shape(row.name, y);
  if (row.rate->interval) out += line_shape("interval", across(axis, low_of(row)), across(axis, high_of(row)), y);
  return out + dot_shape(row.is_reference, across(axis, row.rate->rate), y) + number_shape(rate_text(row), y);
}

double low_of(const Rung& rung) { return rung.whole ? low_of(rung.whole->ratio, rung.whole->interval) : 1; }
double high_of(const Rung& rung) { return rung.whole ? high_of(rung.whole->ratio, rung.whole->interval) : 1; }

// The first has no ratio, and is 1.
std::string rung_shapes(const Rung& rung, double y, const Axis& axis) {
  std::string out = name_shape(rung.subject, y);
  if (rung.whole && rung.whole->interval)
    out += line_shape("interval", across(axis, low_of(rung)), across(axis, high_of(rung)), y);
  return out + dot_shape(!rung.whole, across(axis, rung.whole ? rung.whole->ratio : 1), y) +
         number_shape(rung.whole ? ratio_text(*rung.whole) : NumberText{"1", ""}, y);
}

std::string gap_shapes(const TableRow& row, double y, const Axis& axis) {
  const double median = across(axis, row.gaps->p50);
  return name_shape(row.name, y) + line_shape("thin", median, across(axis, row.gaps->p99), y) +
         line_shape("interval", median, across(axis, row.gaps->p90), y) + dot_shape(row.is_reference, median, y) +
         number_shape({rounded(1e3 * row.gaps->p50, {}).value, format("to {}", rounded(1e3 * row.gaps->p99, {}).value)},
                      y);
}

// Rows one under the other over a common axis; `shapes` draws one of them at its height.
template <class Row, class Shapes>
std::string rows_plot(const std::vector<const Row*>& rows, const Axis& axis, double unit, const std::string& about,
                      const std::string& title, Shapes&& shapes) {
  const double height = kRowHeight * static_cast<double>(rows.size()) + kAxisHeight;
  std::string out = format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">\n",
                           kLabels + kPlot + kNumbers, height, about);
  const double bottom = height - kAxisHeight;
  for (const double tick : ticks_of({unit * axis.low, unit * axis.high, axis.is_log}))
    out += format(
        "<line class=\"grid\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"0\" y2=\"{:.0f}\"/><text class=\"tick\" x=\"{:.1f}\" "
        "y=\"{:.0f}\">{}</text>\n",
        across(axis, tick / unit), across(axis, tick / unit), bottom, across(axis, tick / unit), bottom + 15,
        tick_text(tick));
  for (std::size_t i = 0; i < rows.size(); ++i)
    out += shapes(*rows[i], kRowHeight * (static_cast<double>(i) + 0.5), axis);
  return out + format("<text class=\"tick\" x=\"{:.0f}\" y=\"{:.0f}\">{}{}</text>\n</svg>\n", kLabels + kPlot / 2,
                      bottom + 33, title, axis.is_log ? ", on a logarithmic scale" : "");
}

// Everything that a comparison is but its workers; nothing where it has none.
std::optional<std::pair<std::string, int>> without_workers(const TableGroup& group) {
  std::optional<int> workers;
  std::vector<std::string> rest = {group.profile};
  for (const auto& part : group.parts) {
    if (part.key != "workers") {
      rest.push_back(part_text(part));
      continue;
    }
    int number = 0;
    const auto end = part.value.data() + part.value.size();
    if (std::from_chars(part.value.data(), end, number).ptr != end) return {};
    workers = number;
  }
  if (!workers) return {};
  return std::pair(joined(rest, " \u00b7 "), *workers);
}

}  // namespace

std::string shortened(const std::string& name) {
  if (name.size() <= kLongestName) return name;
  std::size_t end = kLongestName - 3;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;  // not within a character
  return name.substr(0, end) + "...";
}

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
  return rows_plot(rows, axis_of(rows), 1, "rates with their 95 % intervals, the fastest first", kRateUnit, row_shapes);
}

std::string gap_plot(const TableGroup& group) {
  std::vector<const TableRow*> rows;
  for (const auto& row : group.rows)
    if (row.gaps && row.gaps->p50 > 0) rows.push_back(&row);
  if (rows.empty()) return "";
  std::stable_sort(rows.begin(), rows.end(),
                   [](const TableRow* a, const TableRow* b) { return a->gaps->p50 < b->gaps->p50; });
  double most = 0;
  for (const auto* row : rows) most = std::max(most, row->gaps->p99);
  return rows_plot(rows, axis_over(rows.front()->gaps->p50, most), 1e3,
                   "times between batches: median, 90th and 99th percentile", "ms between batches: median, 90 %, 99 %",
                   gap_shapes);
}

std::string ladder_plot(const Ladder& ladder) {
  std::vector<const Rung*> rungs;
  double least = 1;
  double most = 1;
  for (const auto& rung : ladder.rungs) {
    if (&rung != &ladder.rungs.front() && !rung.whole) continue;
    rungs.push_back(&rung);
    least = std::min(least, low_of(rung));
    most = std::max(most, high_of(rung));
  }
  if (rungs.size() < 2) return "";
  return rows_plot(rungs, axis_over(least, most), 1, "how many times the rate of the first, with 95 % intervals",
                   "times the rate of the first", rung_shapes);
}

std::string block_plot(const TableGroup& group) {
  constexpr std::size_t kFewestBlocks = 3;
  LinePlot plot{"the rate of each block", "block", kRateUnit, {}};
  for (const auto& row : group.rows) {
    if (row.by_block.size() < kFewestBlocks) continue;
    LinePlot::Line line{row.name, {}};
    for (const auto& [block, rate] : row.by_block) line.points.push_back({block, rate});
    plot.lines.push_back(std::move(line));
  }
  return line_plot(plot);
}

std::vector<WorkersPlot> workers_plots(const Table& table) {
  std::map<std::string, std::map<int, const TableGroup*>> sets;
  for (const auto& group : table.groups)
    if (const auto found = without_workers(group)) sets[found->first][found->second] = &group;
  std::vector<WorkersPlot> out;
  for (const auto& [title, groups] : sets) {
    std::map<std::string, LinePlot::Line> lines;
    for (const auto& [workers, group] : groups)
      for (const auto& row : group->rows)
        if (row.rate && row.unranked.empty()) {
          auto& line = lines[row.name];
          line.name = row.name;
          line.points.push_back({workers, row.rate->rate});
        }
    LinePlot plot{"rates against workers", "workers", kRateUnit, {}};
    for (auto& [name, line] : lines) plot.lines.push_back(std::move(line));
    if (std::string figure = line_plot(plot); !figure.empty()) out.push_back({title, std::move(figure)});
  }
  return out;
}

}  // namespace feedrate::control
