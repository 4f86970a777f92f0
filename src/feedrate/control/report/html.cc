// The table as one page that needs no network: styles inside, figures as SVG, every number with the cells it rests on.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "feedrate/base/format.h"
#include "feedrate/control/report/figures.h"
#include "feedrate/control/report/report.h"
#include "feedrate/control/report/wording.h"

namespace feedrate::control {
namespace {

// Colours that people who see few of them can tell apart: blue and orange (Okabe and Ito), purple to brown for shares.
constexpr const char* kStyle = R"(<style>
:root { --ink: #1b1b1b; --dim: #5c5c5c; --paper: #fff; --line: #d7d7d7; --dot: #0072b2; --reference: #d55e00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --dim: #a5a5a5; --paper: #161616; --line: #3d3d3d; --dot: #56b4e9; --reference: #e69f00; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.7rem; margin: 0 0 .3rem; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .2rem; }
p, li, summary { color: var(--dim); font-size: .9rem; margin: .3rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; margin: .7rem 0; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
td.number, th.number { text-align: right; }
td small { color: var(--dim); }
td.words { white-space: normal; min-width: 12rem; }
.matrix td { text-align: right; color: #1b1b1b; }
.matrix td.none { color: var(--dim); }
.s0 { background: #b35806; } .s1 { background: #f1a340; } .s2 { background: #fee0b6; } .s3 { background: #f7f7f7; }
.s4 { background: #d8daeb; } .s5 { background: #998ec3; } .s6 { background: #542788; }
.matrix td.s0, .matrix td.s6 { color: #fff; }
code { font-size: .8rem; overflow-wrap: anywhere; }
svg { width: 100%; height: auto; min-width: 560px; max-width: 780px; font: 13px system-ui, sans-serif; fill: var(--ink); }
svg .name { text-anchor: end; } svg .tick { text-anchor: middle; fill: var(--dim); font-size: 12px; }
svg tspan { fill: var(--dim); } svg .grid { stroke: var(--line); } svg .interval { stroke: var(--ink); stroke-width: 2; }
svg .dot { fill: var(--dot); } svg .reference { fill: var(--reference); } svg .thin { stroke: var(--dim); }
svg .tick-y { fill: var(--dim); font-size: 12px; } svg .line { fill: none; stroke-width: 2; }
svg .l0 { stroke: #0072b2; } svg .l1 { stroke: #d55e00; } svg .l2 { stroke: #009e73; } svg .l3 { stroke: #cc79a7; }
svg .l4 { stroke: #56b4e9; } svg .l5 { stroke: #e69f00; } svg .l6 { stroke: var(--ink); } svg .l7 { stroke: var(--dim); stroke-dasharray: 5 3; }
svg .f0 { fill: #0072b2; } svg .f1 { fill: #d55e00; } svg .f2 { fill: #009e73; } svg .f3 { fill: #cc79a7; }
svg .f4 { fill: #56b4e9; } svg .f5 { fill: #e69f00; } svg .f6 { fill: var(--ink); } svg .f7 { fill: var(--dim); }
@media print { main { max-width: none; padding: 0; } section { break-inside: avoid; } details { display: none; } }
</style>
)";

// The experiment's name is the page's.
std::string title_of(const ReportPage& page, const std::vector<std::string>& parts) {
  return joined({parts.begin() + (page.experiment.empty() ? 0 : 1), parts.end()}, " \u00b7 ");
}

std::string number_cell(const NumberText& text) {
  std::string out = format("<td class=\"number\">{}", html_escaped(text.value));
  if (!text.interval.empty()) out += format(" <small>{}</small>", html_escaped(text.interval));
  return out + "</td>";
}

std::string table_of(const Section& section) {
  const bool ratios = !section.ratio_heading.empty();
  std::string out = format("<div class=\"scroll\"><table><tr>{}<th>subject</th><th class=\"number\">{}</th>",
                           section.has_ranks ? "<th class=\"number\">rank</th>" : "", html_escaped(kRateHeading));
  if (ratios) out += format("<th class=\"number\">{}</th>", html_escaped(section.ratio_heading));
  out += "<th class=\"number\">blocks</th><th>labels</th></tr>\n";
  for (const auto& row : section.rows) {
    out += format("<tr>{}<td>{}</td>{}",
                  section.has_ranks ? format("<td class=\"number\">{}</td>", html_escaped(row.rank)) : "",
                  html_escaped(row.name), number_cell(row.rate));
    if (ratios) out += number_cell(row.ratio);
    out += format("<td class=\"number\">{}</td><td>{}</td></tr>\n", html_escaped(row.blocks), html_escaped(row.labels));
  }
  return out + "</table></div>\n";
}

std::string scrolled(const std::string& figure) {
  return figure.empty() ? "" : "<div class=\"scroll\">" + figure + "</div>\n";
}

std::string ladder_text(const ReportPage& page, const Ladder& ladder) {
  const LadderSection section = section_of(page, ladder);
  std::string out = format("<section><h2>{}</h2><p>profile {}</p>\n", html_escaped(title_of(page, section.title)),
                           html_escaped(section.profile));
  out += scrolled(ladder_plot(ladder));
  out += "<div class=\"scroll\"><table><tr><th>subject</th>";
  for (const char* heading : {kRateHeading, kStepHeading, kWholeHeading})
    out += format("<th class=\"number\">{}</th>", html_escaped(heading));
  out += "<th>change</th></tr>\n";
  for (const auto& row : section.rows)
    out += format("<tr><td>{}</td>{}{}{}<td class=\"words\">{}</td></tr>\n", html_escaped(row.name),
                  number_cell(row.rate), number_cell(row.step), number_cell(row.whole), html_escaped(row.change));
  return out + "</table></div></section>\n";
}

// From a number to its raw rows.
std::string cells_of(const TableGroup& group) {
  std::string out = "<details><summary>the cells behind these numbers: feedrate explain CELL</summary><ul>\n";
  for (const auto& row : group.rows)
    out += format("<li>{}: <code>{}</code></li>\n", html_escaped(row.name), joined(row.cells, " "));
  return out + "</ul></details>\n";
}

std::string folded(const std::string& title, const std::string& figure) {
  return figure.empty() ? "" : format("<details><summary>{}</summary>{}</details>\n", title, scrolled(figure));
}

std::string section_text(const ReportPage& page, const TableGroup& group, std::size_t number) {
  const Section section = section_of(page, group);
  std::string out = format("<section id=\"c{}\"><h2>{}</h2><p>profile {}</p>\n", number,
                           html_escaped(title_of(page, section.title)), html_escaped(section.profile));
  out += scrolled(dot_plot(group)) + table_of(section);
  if (!section.notes.empty()) out += "<ul>\n";
  for (const auto& note : section.notes) out += format("<li>{}</li>\n", html_escaped(note));
  if (!section.notes.empty()) out += "</ul>\n";
  out += folded("rate of each block", block_plot(group)) + folded("time between batches", gap_plot(group));
  return out + cells_of(group) + "</section>\n";
}

std::string cases_text(const std::vector<std::string>& cases) {
  if (cases.empty()) return "";
  std::string out = format("<details><summary>{} cases were not measured</summary><ul>\n", cases.size());
  for (const auto& each : cases) out += format("<li>{}</li>\n", html_escaped(each));
  return out + "</ul></details>\n";
}

// What tells a comparison from the others.
std::string label_of(const TableGroup& group, const std::set<std::string>& shared) {
  std::vector<std::string> out;
  for (const auto& part : group.parts)
    if (!shared.contains(part_text(part))) out.push_back(one_line(part_text(part)));
  return joined(out, " \u00b7 ");
}

std::set<std::string> shared_parts(const Table& table) {
  std::map<std::string, std::size_t> counts;
  for (const auto& group : table.groups)
    for (const auto& part : group.parts) ++counts[part_text(part)];
  std::set<std::string> out;
  for (const auto& [text, count] : counts)
    if (count == table.groups.size()) out.insert(text);
  return out;
}

// A colour for each doubling.
int shade_of(double ratio) { return std::clamp(3 + static_cast<int>(std::lround(std::log2(ratio))), 0, 6); }

std::string matrix_cell(const TableRow* row) {
  if (row == nullptr) return "<td class=\"none\">-</td>";
  if (row->is_reference) return "<td class=\"s3\">1</td>";
  if (!row->unranked.empty()) return format("<td class=\"none\">{}</td>", html_escaped(row->unranked));
  if (row->outcome.kind == OutcomeKind::kUnsupported) return "<td class=\"none\">-</td>";
  if (!row->ratio) return format("<td class=\"none\">{}</td>", row->rate ? "n/a" : name_of(row->outcome.kind));
  const bool wins = row->ratio->interval && row->ratio->interval->low > 1;
  const std::string text = html_escaped(ratio_text(*row->ratio).value);
  return format("<td class=\"s{}\">{}</td>", shade_of(row->ratio->ratio), wins ? "<b>" + text + "</b>" : text);
}

// All comparisons at a glance, where there are many.
std::string matrix_of(const Table& table) {
  constexpr std::size_t kMany = 3;
  if (table.groups.size() < kMany) return "";
  std::set<std::string> names;
  for (const auto& group : table.groups)
    for (const auto& row : group.rows) names.insert(row.name);
  const auto shared = shared_parts(table);
  std::string out =
      "<h2>All comparisons</h2><p>ratios against the reference; bold where its interval lies above 1; - what a "
      "subject cannot do</p>\n"
      "<div class=\"scroll\"><table class=\"matrix\"><tr><th></th>";
  for (const auto& name : names) out += format("<th class=\"number\">{}</th>", html_escaped(name));
  out += "</tr>\n";
  for (std::size_t i = 0; i < table.groups.size(); ++i) {
    const auto& group = table.groups[i];
    out += format("<tr><th><a href=\"#c{}\">{}</a></th>", i + 1, html_escaped(label_of(group, shared)));
    for (const auto& name : names) {
      const auto row =
          std::find_if(group.rows.begin(), group.rows.end(), [&](const TableRow& each) { return each.name == name; });
      out += matrix_cell(row == group.rows.end() ? nullptr : &*row);
    }
    out += "</tr>\n";
  }
  return out + "</table></div>\n";
}

}  // namespace

std::string render_html(const ReportPage& page) {
  const std::string title = html_escaped(page.experiment.empty() ? "results" : one_line(page.experiment));
  std::string out = format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"><title>{} \u00b7 feedrate</title>\n{}</head><body><main>\n"
      "<h1>{}</h1>\n",
      title, kStyle, title);
  for (const auto& line : footer_of(page)) out += format("<p>{}</p>\n", html_escaped(line));
  for (const auto& ladder : page.ladders) out += ladder_text(page, ladder);
  out += matrix_of(page.table);
  for (const auto& [common, figure] : workers_plots(page.table))
    out += format("<h2>Rate against workers</h2><p>{}</p>\n{}", html_escaped(common), scrolled(figure));
  for (std::size_t i = 0; i < page.table.groups.size(); ++i) out += section_text(page, page.table.groups[i], i + 1);
  return out + cases_text(cases_not_measured(page)) + "</main></body></html>\n";
}

}  // namespace feedrate::control
