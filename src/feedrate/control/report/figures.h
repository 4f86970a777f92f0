// Figures of the HTML page, as SVG that needs nothing else. Pure: the same values give the same bytes.
#pragma once

#include <string>

#include "feedrate/control/judge/table.h"

namespace feedrate::control {

// The rates of a comparison, the fastest first: a dot each, and a line for its 95 % interval. Rows without a rate are
// left out; empty where there are fewer than two.
std::string dot_plot(const TableGroup& group);

// Text in HTML and SVG.
std::string html_escaped(const std::string& text);

}  // namespace feedrate::control
