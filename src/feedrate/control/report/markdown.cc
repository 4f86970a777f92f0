// The table as GitHub-flavoured Markdown.
#include "feedrate/base/format.h"
#include "feedrate/control/report/report.h"
#include "feedrate/control/report/wording.h"

namespace feedrate::control {
namespace {

// Our own texts hold no markup; what subjects and the world say may.
std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else if (std::string("\\`*_|[]").find(c) != std::string::npos)
      out += {'\\', c};
    else
      out += c;
  }
  return out;
}

std::string number(const NumberText& text) {
  return escaped(text.interval.empty() ? text.value : text.value + " " + text.interval);
}

std::string section_text(const Section& section) {
  const bool ratios = !section.ratio_heading.empty();
  std::string out =
      format("### {}\n\nprofile {}\n\n", escaped(joined(section.title, " \u00b7 ")), escaped(section.profile));
  out += format("|{} subject | {} |{} blocks | labels |\n", section.has_ranks ? " rank |" : "", escaped(kRateHeading),
                ratios ? format(" {} |", escaped(section.ratio_heading)) : "");
  out += format("|{}:--|--:|{}--:|:--|\n", section.has_ranks ? "--:|" : "", ratios ? "--:|" : "");
  for (const auto& row : section.rows)
    out += format("|{} {} | {} |{} {} | {} |\n", section.has_ranks ? format(" {} |", row.rank) : "", escaped(row.name),
                  number(row.rate), ratios ? format(" {} |", number(row.ratio)) : "", row.blocks, escaped(row.labels));
  out += "\n";
  for (const auto& note : section.notes) out += format("- {}\n", escaped(note));
  return out + "\n";
}

std::string section_text(const LadderSection& section) {
  std::string out = format("### {}\n\nprofile {}\n\n| subject | {} | {} | {} | change |\n|:--|--:|--:|--:|:--|\n",
                           escaped(joined(section.title, " \u00b7 ")), escaped(section.profile), escaped(kRateHeading),
                           escaped(kStepHeading), escaped(kWholeHeading));
  for (const auto& row : section.rows)
    out += format("| {} | {} | {} | {} | {} |\n", escaped(row.name), number(row.rate), number(row.step),
                  number(row.whole), escaped(row.change));
  return out + "\n";
}

}  // namespace

std::string render_markdown(const ReportPage& page) {
  std::string out;
  for (const auto& group : page.table.groups) out += section_text(section_of(page, group));
  for (const auto& ladder : page.ladders) out += section_text(section_of(page, ladder));
  for (const auto& line : footer_of(page)) out += escaped(line) + "\n\n";
  for (const auto& each : cases_not_measured(page)) out += format("- not measured: {}\n", escaped(each));
  if (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace feedrate::control
