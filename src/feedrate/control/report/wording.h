// What the formats for people have in common: a table group as texts, its notes, and the page's footer. Terminal and
// Markdown only arrange them. Pure.
#pragma once

#include <string>
#include <vector>

#include "feedrate/control/report/numbers.h"
#include "feedrate/control/report/report.h"

namespace feedrate::control {

struct RowText {
  std::string name;
  NumberText rate;   // value "n/a" and the reason as interval where there is none
  NumberText ratio;  // "1" for the reference
  std::string rank;  // "2", "2-4" of a tie, or empty
  std::string blocks;
  std::string labels;
  bool has_rate = false;
};

struct Section {
  std::vector<std::string> title;  // experiment, scope, work, settings; to be joined
  std::string profile;
  std::string ratio_heading;  // empty when there is nothing to compare
  bool has_ranks = false;
  std::vector<RowText> rows;
  std::vector<std::string> notes;
};

struct RungText {
  std::string name;
  NumberText rate;
  NumberText step;
  NumberText whole;
  std::string change;
  bool has_rate = false;
};
struct LadderSection {
  std::vector<std::string> title;
  std::string profile;
  std::vector<RungText> rows;
};
inline constexpr const char* kStepHeading = "against the one before [95 %]";
inline constexpr const char* kWholeHeading = "against the first [95 %]";

inline constexpr const char* kRateUnit = "samples/s";
inline constexpr const char* kRateHeading = "rate [95 %] samples/s";

Section section_of(const ReportPage& page, const TableGroup& group);
LadderSection section_of(const ReportPage& page, const Ladder& ladder);
std::vector<std::string> footer_of(const ReportPage& page);
// Where they are so many that the footer leaves them out: who and what, with the reason.
std::vector<std::string> cases_not_measured(const ReportPage& page);

std::vector<std::string> interleaving_notes(const Interleaving& interleaving, bool has_ratios);
std::string labels_text(const TableRow& row);
NumberText rate_text(const RateEstimate& rate);
NumberText rate_text(const TableRow& row);
NumberText ratio_text(const PairedRatio& ratio);
// Why shared blocks are missing from the ratio.
std::string left_out_text(const PairedRatio& ratio);
// What each node says, and whether they differ.
std::string nodes_text(const NodeEffect& effect);
// "2", "2-4" of a tie, or empty
std::string rank_text(const TableRow& row);
// "5", "4 of 5"
std::string blocks_text(const TableRow& row);
// Why it has no rate, which blocks ended otherwise.
std::vector<std::string> row_notes(const TableRow& row);

// Text of a subject or of the world on one line: no control characters, and not endless.
std::string one_line(const std::string& text);

std::string joined(const std::vector<std::string>& parts, const std::string& between);

}  // namespace feedrate::control
