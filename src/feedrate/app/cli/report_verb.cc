#include <cstdio>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/terminal.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/control/report/report.h"

namespace feedrate::app {
namespace {

Expected<int> print_report(const Arguments& arguments) {
  FEEDRATE_TRY(folder, find_run(arguments.get("RUN")));
  FEEDRATE_TRY(store, control::Store::open(folder));
  FEEDRATE_TRY(plan, load_plan(store));
  control::JudgeOptions options;
  options.reference = arguments.find("--against");
  if (const auto names = arguments.find("--ladder")) options.ladder = comma_separated(*names);
  FEEDRATE_TRY(page, report_page(store, plan, options));
  std::string text;
  if (arguments.has("--json"))
    text = control::render_json(page);
  else if (arguments.has("--csv"))
    text = control::render_csv(page);
  else if (arguments.has("--md"))
    text = control::render_markdown(page);
  else if (arguments.has("--latex"))
    text = control::render_latex(page);
  else if (arguments.has("--html"))
    text = control::render_html(page);
  else
    text = control::render_terminal(page, screen_of(1));
  std::fputs(text.c_str(), stdout);
  if (page.table.groups.empty())
    return failure(format("no finished block in {} yet; continue with: feedrate run EXP", folder));
  return kOk;
}

}  // namespace

Verb report_verb() {
  return {{"report",
           "publish",
           "the judged table",
           "feedrate report first",
           {{"RUN", "a run's name or folder"}},
           {{"--against", "SUBJECT", "what ratios are taken against (native unless given)"},
            {"--ladder", "SUBJECT,...",
             "also each of these against the one before it, and against the first (not in LaTeX and CSV)"},
            {"--html", "", "one page with figures, for a browser: feedrate report first --html > first.html"},
            {"--md", "", "Markdown"},
            {"--latex", "", "LaTeX, with the rules of booktabs"},
            {"--csv", "", "CSV, one row a case"},
            {"--json", "", "for programs"}}},
          print_report};
}

}  // namespace feedrate::app
