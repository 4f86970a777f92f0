// What `report` and `compare` print: one page of judged results, and a renderer for each format. Pure: the same page
// gives the same bytes; no clock, no locale, no files. Knows nothing of runs: the caller gives the page its name and
// says what else was not measured.
#pragma once

#include <string>
#include <vector>

#include "feedrate/control/judge/compare.h"
#include "feedrate/control/judge/ladder.h"
#include "feedrate/control/judge/table.h"

namespace feedrate::control {

struct ReportPage {
  std::string experiment;
  Table table;
  std::vector<Ladder> ladders = {};       // where one was asked for; not in LaTeX and CSV
  std::vector<std::string> not_measured;  // beyond what the table knows: exclusions with their reasons, orphans
};

struct Screen {
  int width = 100;  // columns; what does not fit is stacked or wrapped
  bool utf8 = true;
  bool colour = false;
};

// For people: rounded by the size of the interval, every number with unit, n, interval and scope.
std::string render_terminal(const ReportPage& page, const Screen& screen);
std::string render_markdown(const ReportPage& page);
std::string render_latex(const ReportPage& page);
// One page that needs nothing else: styles and figures are inside.
std::string render_html(const ReportPage& page);

// For programs: numbers to twelve digits. CSV (RFC 4180) has one row a case and an empty field for what is missing;
// JSON has null.
std::string render_csv(const ReportPage& page);
std::string render_json(const ReportPage& page);

std::string render_compared_terminal(const Compared& compared, const Screen& screen);
std::string render_compared_json(const Compared& compared);

}  // namespace feedrate::control
