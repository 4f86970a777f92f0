// Figures of the HTML page, as SVG that needs nothing else. Pure: the same values give the same bytes.
#pragma once

#include <string>
#include <vector>

#include "feedrate/control/judge/ladder.h"
#include "feedrate/control/judge/table.h"

namespace feedrate::control {

// The rates of a comparison, the fastest first: a dot each, and a line for its 95 % interval. Rows without a rate are
// left out; empty where there are fewer than two.
std::string dot_plot(const TableGroup& group);
// The rate of each block, in their order: whether it changed while the comparison ran. Empty with fewer than three
// blocks.
std::string block_plot(const TableGroup& group);
// Times between batches: the median as a dot, a line to the 90th and a thinner one to the 99th percentile. Empty where
// nobody has any.
std::string gap_plot(const TableGroup& group);

// How many times the rate of the first each rung reaches. Empty where nobody can tell.
std::string ladder_plot(const Ladder& ladder);

// Rates against workers, of comparisons that differ in nothing else.
struct WorkersPlot {
  std::string title;  // what they have in common
  std::string figure;
};
std::vector<WorkersPlot> workers_plots(const Table& table);

// A name that fits beside a figure.
std::string shortened(const std::string& name);
// Text in HTML and SVG.
std::string html_escaped(const std::string& text);

}  // namespace feedrate::control
