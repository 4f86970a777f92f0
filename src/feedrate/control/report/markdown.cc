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
  out += format("| subject | {} |{} blocks | labels |\n", escaped(kRateHeading),
                ratios ? format(" {} |", escaped(section.ratio_heading)) : "");
  out += format("|:--|--:|{}--:|:--|\n", ratios ? "--:|" : "");
  for (const auto& row : section.rows)
    out += format("| {} | {} |{} {} | {} |\n", escaped(row.name), number(row.rate),
                  ratios ? format(" {} |", number(row.ratio)) : "", row.blocks, escaped(row.labels));
  out += "\n";
  for (const auto& note : section.notes) out += format("- {}\n", escaped(note));
  return out + "\n";
}

}  // namespace

std::string render_markdown(const ReportPage& page) {
  std::string out;
  for (const auto& group : page.table.groups) out += section_text(section_of(page, group));
  for (const auto& line : footer_of(page)) out += escaped(line) + "\n\n";
  if (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace feedrate::control
