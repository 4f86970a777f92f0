// The table on a terminal: aligned columns; stacked lines where the screen is too narrow for them.
#include <algorithm>
#include <array>

#include "feedrate/base/format.h"
#include "feedrate/control/report/layout.h"
#include "feedrate/control/report/report.h"
#include "feedrate/control/report/wording.h"

namespace feedrate::control {
namespace {

// A column with a number and its interval beside it, so that numbers stand under each other.
Column number_column(const std::string& heading, const Section& section, NumberText RowText::*member) {
  int values = 0;
  for (const auto& row : section.rows) values = std::max(values, columns_of((row.*member).value));
  Column out{heading, {}, false};
  for (const auto& row : section.rows) {
    const NumberText& number = row.*member;
    out.cells.push_back(pad_left(number.value, values) + (number.interval.empty() ? "" : " " + number.interval));
  }
  return out;
}

Column text_column(const std::string& heading, const Section& section, std::string RowText::*member, bool right) {
  Column out{heading, {}, right};
  for (const auto& row : section.rows) out.cells.push_back(row.*member);
  return out;
}

std::vector<Column> columns_for(const Section& section, bool with_labels) {
  std::vector<Column> out = {text_column("subject", section, &RowText::name, false),
                             number_column(kRateHeading, section, &RowText::rate)};
  if (!section.ratio_heading.empty()) out.push_back(number_column(section.ratio_heading, section, &RowText::ratio));
  out.push_back(text_column("blocks", section, &RowText::blocks, true));
  const bool any =
      std::any_of(section.rows.begin(), section.rows.end(), [](const auto& r) { return !r.labels.empty(); });
  if (with_labels && any) out.push_back(text_column("labels", section, &RowText::labels, false));
  return out;
}

std::string heading_lines(const Section& section, const Screen& screen, int table_width) {
  const std::string title = joined(section.title, screen.utf8 ? " \u00b7 " : " - ");
  const std::string profile = "profile " + section.profile;
  const int wanted = std::max(table_width, columns_of(title) + 3 + columns_of(profile));
  if (wanted > screen.width)
    return wrapped(title, screen.width, 0, 4, Style::kBold, screen) +
           wrapped(profile, screen.width, 2, 4, Style::kPlain, screen);
  return styled(title, Style::kBold, screen) +
         std::string(static_cast<std::size_t>(wanted - columns_of(title) - columns_of(profile)), ' ') + profile + "\n";
}

std::string stacked(const Section& section, const Screen& screen) {
  std::string out;
  for (const auto& row : section.rows) {
    out += wrapped(row.name, screen.width, 2, 4, Style::kBold, screen);
    const auto line = [&](const std::string& text) {
      out += wrapped(text, screen.width, 4, 6, row.has_rate ? Style::kPlain : Style::kBad, screen);
    };
    line(format("{}: {} {}", kRateHeading, row.rate.value, row.rate.interval));
    if (!section.ratio_heading.empty())
      line(format("{}: {} {}", section.ratio_heading, row.ratio.value, row.ratio.interval));
    line("blocks: " + row.blocks);
    if (!row.labels.empty()) line("labels: " + row.labels);
  }
  return out;
}

std::string section_lines(Section section, const Screen& screen) {
  auto columns = columns_for(section, true);
  if (width_of(columns) > screen.width) {
    columns = columns_for(section, false);
    if (width_of(columns) <= screen.width)
      for (const auto& row : section.rows)
        if (!row.labels.empty()) section.notes.insert(section.notes.begin(), row.name + ": " + row.labels);
  }
  const bool fits = width_of(columns) <= screen.width;
  std::string out = heading_lines(section, screen, fits ? width_of(columns) : 0);
  if (fits) {
    std::vector<Style> styles;
    for (const auto& row : section.rows) styles.push_back(row.has_rate ? Style::kPlain : Style::kBad);
    out += aligned(columns, styles, screen);
  } else {
    out += stacked(section, screen);
  }
  for (const auto& note : section.notes) out += wrapped(note, screen.width, 2, 4, Style::kDim, screen);
  return out + "\n";
}

}  // namespace

std::string render_terminal(const ReportPage& page, const Screen& screen) {
  std::string out;
  for (const auto& group : page.table.groups) out += section_lines(section_of(page, group), screen);
  for (const auto& line : footer_of(page)) out += wrapped(line, screen.width, 0, 2, Style::kDim, screen);
  return out;
}

}  // namespace feedrate::control
