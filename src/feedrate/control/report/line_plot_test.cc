#include "feedrate/control/report/line_plot.h"

#include <gtest/gtest.h>

#include <regex>

#include "feedrate/base/format.h"
#include "feedrate/control/report/axis.h"
#include "feedrate/control/report/example_pages.h"
#include "feedrate/control/report/figures.h"

namespace feedrate::control {
namespace {

LinePlot plot_of(int lines, double y = 100) {
  LinePlot out{"rates", "workers", "samples/s", {}};
  for (int i = 0; i < lines; ++i) out.lines.push_back({format("line-{}", i), {{1, y}, {2, y}}});
  return out;
}

TEST(LinePlot, NamesOfLinesThatEndTogetherStandApart) {
  const std::string figure = line_plot(plot_of(static_cast<int>(kMostLines)));
  const std::regex name("y=\"([0-9.]+)\">line-");
  std::vector<double> places;
  for (std::sregex_iterator i(figure.begin(), figure.end(), name), end; i != end; ++i)
    places.push_back(std::stod((*i)[1]));
  ASSERT_EQ(places.size(), kMostLines);
  std::sort(places.begin(), places.end());
  for (std::size_t i = 1; i < places.size(); ++i) EXPECT_GT(places[i] - places[i - 1], 18) << i;
  EXPECT_GT(places.front(), 0);
  EXPECT_LT(places.back(), 260);
}

TEST(LinePlot, IsEmptyWhereThereIsNothingToSee) {
  EXPECT_EQ(line_plot(plot_of(0)), "");
  EXPECT_EQ(line_plot(plot_of(static_cast<int>(kMostLines) + 1)), "");
  auto one = plot_of(2);
  for (auto& line : one.lines) line.points.resize(1);
  EXPECT_EQ(line_plot(one), "");
}

TEST(LinePlot, HigherIsMore) {
  LinePlot plot{"rates", "workers", "samples/s", {{"a", {{1, 50}, {4, 100}}}}};
  const std::string figure = line_plot(plot);
  std::smatch path;
  ASSERT_TRUE(std::regex_search(figure, path, std::regex("M([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)")));
  EXPECT_LT(std::stod(path[1]), std::stod(path[3]));
  EXPECT_GT(std::stod(path[2]), std::stod(path[4]));
}

// Of texts 12 high, in the narrowest plot.
double width_of(const std::string& text) {
  const auto spaces = static_cast<double>(std::count(text.begin(), text.end(), ' '));
  return 7 * (static_cast<double>(text.size()) - spaces) + 3.5 * spaces;
}
TEST(Axis, NumbersNeverReachOneAnother) {
  for (double least = 1e-4; least < 1e7; least *= 3)
    for (double most = least; most < 1e9; most *= 1.7) {
      const Axis axis = axis_over(least, most);
      const auto ticks = ticks_of(axis);
      ASSERT_GE(ticks.size(), 2) << least << " " << most;
      for (std::size_t i = 1; i < ticks.size(); ++i) {
        const double apart = 360 * (axis.share(ticks[i]) - axis.share(ticks[i - 1]));
        EXPECT_GT(apart, (width_of(tick_text(ticks[i])) + width_of(tick_text(ticks[i - 1]))) / 2)
            << tick_text(ticks[i - 1]) << " and " << tick_text(ticks[i]);
      }
    }
}

// Two blocks far apart: the interval says nothing, and the rates of all are still to be told from one another.
TEST(Figures, AnIntervalOfTenDecadesLeavesTheRatesApart) {
  auto page = example::page_of(example::two_subjects(2));
  auto& rows = page.table.groups[0].rows;
  for (auto& row : rows) row.rate->interval = stats::Interval{row.rate->rate / 1e6, row.rate->rate * 1e6};
  const std::string figure = dot_plot(page.table.groups[0]);
  EXPECT_EQ(figure.find(">100 000 000<"), std::string::npos) << figure;
}

TEST(Figures, OfComparisonsThatDifferInWorkers) {
  const auto page = example::page_of(example::troubled_records());
  const auto found = workers_plots(page.table);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].title.find("workers"), std::string::npos) << found[0].title;
  EXPECT_NE(found[0].figure.find("native"), std::string::npos);
  ASSERT_EQ(page.table.groups.size(), 2);
  const std::string blocks = block_plot(page.table.groups[1]);
  EXPECT_NE(blocks.find("torch-pil"), std::string::npos) << blocks;
  EXPECT_EQ(blocks.find("mine"), std::string::npos) << "it hung in every block";
}

}  // namespace
}  // namespace feedrate::control
