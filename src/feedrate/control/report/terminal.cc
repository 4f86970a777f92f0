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
template <class Row>
Column number_column(const std::string& heading, const std::vector<Row>& rows, NumberText Row::*member) {
  int values = 0;
  for (const auto& row : rows) values = std::max(values, columns_of((row.*member).value));
  Column out{heading, {}, false};
  for (const auto& row : rows) {
    const NumberText& number = row.*member;
    out.cells.push_back(pad_left(number.value, values) + (number.interval.empty() ? "" : " " + number.interval));
  }
  return out;
}

template <class Row>
Column text_column(const std::string& heading, const std::vector<Row>& rows, std::string Row::*member, bool right) {
  Column out{heading, {}, right};
  for (const auto& row : rows) out.cells.push_back(row.*member);
  return out;
}

std::vector<Column> columns_for(const Section& section, bool with_labels) {
  std::vector<Column> out;
  if (section.has_ranks) out.push_back(text_column("rank", section.rows, &RowText::rank, true));
  out.push_back(text_column("subject", section.rows, &RowText::name, false));
  out.push_back(number_column(kRateHeading, section.rows, &RowText::rate));
  if (!section.ratio_heading.empty())
    out.push_back(number_column(section.ratio_heading, section.rows, &RowText::ratio));
  out.push_back(text_column("blocks", section.rows, &RowText::blocks, true));
  const bool any =
      std::any_of(section.rows.begin(), section.rows.end(), [](const auto& r) { return !r.labels.empty(); });
  if (with_labels && any) out.push_back(text_column("labels", section.rows, &RowText::labels, false));
  return out;
}

std::string heading_lines(const std::vector<std::string>& parts, const std::string& machine, const Screen& screen,
                          int table_width) {
  const std::string title = joined(parts, screen.utf8 ? " \u00b7 " : " - ");
  const std::string profile = "profile " + machine;
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
    if (!row.rank.empty()) line("rank: " + row.rank);
    line("blocks: " + row.blocks);
    if (!row.labels.empty()) line("labels: " + row.labels);
  }
  return out;
}

template <class Row>
std::vector<Style> styles_of(const std::vector<Row>& rows) {
  std::vector<Style> out;
  for (const auto& row : rows) out.push_back(row.has_rate ? Style::kPlain : Style::kBad);
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
  std::string out = heading_lines(section.title, section.profile, screen, fits ? width_of(columns) : 0);
  if (fits) {
    out += aligned(columns, styles_of(section.rows), screen);
  } else {
    out += stacked(section, screen);
  }
  for (const auto& note : section.notes) out += wrapped(note, screen.width, 2, 4, Style::kDim, screen);
  return out + "\n";
}

std::string stacked(const LadderSection& section, const Screen& screen) {
  std::string out;
  for (const auto& row : section.rows) {
    out += wrapped(row.name, screen.width, 2, 4, Style::kBold, screen);
    const auto line = [&](const std::string& heading, const NumberText& number) {
      if (!number.value.empty())
        out += wrapped(format("{}: {} {}", heading, number.value, number.interval), screen.width, 4, 6, Style::kPlain,
                       screen);
    };
    line(kRateHeading, row.rate);
    line(kStepHeading, row.step);
    line(kWholeHeading, row.whole);
    if (!row.change.empty()) line("change", {row.change, ""});
  }
  return out;
}

std::string section_lines(const LadderSection& section, const Screen& screen) {
  std::vector<Column> columns = {text_column("subject", section.rows, &RungText::name, false),
                                 number_column(kRateHeading, section.rows, &RungText::rate),
                                 number_column(kStepHeading, section.rows, &RungText::step),
                                 number_column(kWholeHeading, section.rows, &RungText::whole)};
  std::string out = heading_lines(section.title, section.profile, screen, std::min(width_of(columns), screen.width));
  if (width_of(columns) > screen.width) return out + stacked(section, screen) + "\n";
  out += aligned(columns, styles_of(section.rows), screen);
  for (const auto& row : section.rows)
    if (!row.change.empty())
      out += wrapped(format("{}: {}", row.name, row.change), screen.width, 2, 4, Style::kDim, screen);
  return out + "\n";
}

}  // namespace

std::string render_terminal(const ReportPage& page, const Screen& screen) {
  std::string out;
  for (const auto& group : page.table.groups) out += section_lines(section_of(page, group), screen);
  for (const auto& ladder : page.ladders) out += section_lines(section_of(page, ladder), screen);
  for (const auto& line : footer_of(page)) out += wrapped(line, screen.width, 0, 2, Style::kDim, screen);
  for (const auto& each : cases_not_measured(page))
    out += wrapped("not measured: " + each, screen.width, 0, 2, Style::kDim, screen);
  return out;
}

}  // namespace feedrate::control
