// The table for papers: one table environment a comparison, with the rules of booktabs.
#include <array>
#include <string_view>

#include "feedrate/base/format.h"
#include "feedrate/control/report/report.h"
#include "feedrate/control/report/wording.h"

namespace feedrate::control {
namespace {

// The signs of ours that are no ASCII.
struct Sign {
  std::string_view text;
  const char* latex;
};
constexpr std::array<Sign, 3> kSigns = {{{"\u00b7", "$\\cdot$"}, {"\u00b1", "$\\pm$"}, {"\u2260", "$\\neq$"}}};

const Sign* sign_at(const std::string& text, std::size_t at) {
  for (const auto& sign : kSigns)
    if (text.compare(at, sign.text.size(), sign.text) == 0) return &sign;
  return nullptr;
}

std::string latex_escaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (std::string("&%$#_{}").find(c) != std::string::npos)
      out += {'\\', c};
    else if (c == '\\')
      out += "\\textbackslash{}";
    else if (c == '~')
      out += "\\textasciitilde{}";
    else if (c == '^')
      out += "\\textasciicircum{}";
    else if (c == '<')
      out += "\\textless{}";
    else if (c == '>')
      out += "\\textgreater{}";
    else if (c == '|')
      out += "\\textbar{}";
    else if (const auto* sign = sign_at(text, i); sign != nullptr) {
      out += sign->latex;
      i += sign->text.size() - 1;
    } else
      out += c;
  }
  return out;
}

std::string latex_number(const NumberText& text) {
  return latex_escaped(text.interval.empty() ? text.value : text.value + " " + text.interval);
}

// The dash of a range, which is longer than a hyphen.
std::string latex_rank(const std::string& rank) {
  const auto dash = rank.find('-');
  return dash == std::string::npos ? rank : rank.substr(0, dash) + "--" + rank.substr(dash + 1);
}

std::string table_text(const Section& section) {
  const bool ratios = !section.ratio_heading.empty();
  std::string caption =
      latex_escaped(joined(section.title, " \u00b7 ")) + ". Hardware: " + latex_escaped(section.profile);
  for (const auto& note : section.notes) caption += ". " + latex_escaped(note);
  std::string out = format("\\begin{{table}}\n\\caption{{{}.}}\n\\begin{{tabular}}{{{}lr{}r}}\n\\toprule\n", caption,
                           section.has_ranks ? "r" : "", ratios ? "r" : "");
  out += format("{}subject & {} &{} $n$ \\\\\n\\midrule\n", section.has_ranks ? "rank & " : "",
                latex_escaped(kRateHeading), ratios ? format(" {} &", latex_escaped(section.ratio_heading)) : "");
  for (const auto& row : section.rows)
    out += format("{}{} & {} &{} {} \\\\\n", section.has_ranks ? latex_rank(row.rank) + " & " : "",
                  latex_escaped(row.name), latex_number(row.rate),
                  ratios ? format(" {} &", latex_number(row.ratio)) : "", latex_escaped(row.blocks));
  return out + "\\bottomrule\n\\end{tabular}\n\\end{table}\n\n";
}

}  // namespace

std::string render_latex(const ReportPage& page) {
  std::string out = "% \\usepackage{booktabs}\n";
  for (const auto& group : page.table.groups) out += table_text(section_of(page, group));
  for (const auto& line : footer_of(page)) out += "% " + line + "\n";
  for (const auto& each : cases_not_measured(page)) out += "% not measured: " + each + "\n";
  return out;
}

}  // namespace feedrate::control
