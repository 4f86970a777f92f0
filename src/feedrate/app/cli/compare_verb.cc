#include <cstdio>
#include <filesystem>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/terminal.h"
#include "feedrate/app/cli/tolerance.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/control/report/report.h"

namespace feedrate::app {
namespace {

struct Side {
  std::string run;
  std::optional<std::string> subject;
  PlanRecords records;
  double tolerance = 0;
};

// RUN[:SUBJECT]
Expected<Side> load_side(const std::string& word) {
  Side out;
  const auto colon = word.rfind(':');
  if (colon != std::string::npos) out.subject = word.substr(colon + 1);
  FEEDRATE_TRY(folder, find_run(word.substr(0, colon)));
  std::error_code ignored;
  out.run = std::filesystem::weakly_canonical(folder, ignored).string();
  FEEDRATE_TRY(store, control::Store::open(folder));
  FEEDRATE_TRY(plan, load_plan(store));
  FEEDRATE_TRY(records, load_records(store, plan));
  out.records = std::move(records);
  out.tolerance = plan.tolerance;
  return out;
}

Expected<int> compare_runs(const Arguments& arguments) {
  FEEDRATE_TRY(a, load_side(arguments.get("A")));
  FEEDRATE_TRY(b, load_side(arguments.get("B")));
  FEEDRATE_TRY(tolerance, tolerance_of(arguments, a.tolerance));
  FEEDRATE_TRY(compared, control::compare({a.run, a.subject, {}, a.records.finished},
                                          {b.run, b.subject, {}, b.records.finished}, tolerance));
  const std::string text = arguments.has("--json") ? control::render_compared_json(compared)
                                                   : control::render_compared_terminal(compared, screen_of(1));
  std::fputs(text.c_str(), stdout);
  return compared.judgement.verdict == control::Verdict::kCannotTell ? kCannotTell : kOk;
}

}  // namespace

Verb compare_verb() {
  return {{"compare",
           "decide",
           "paired ratio of B against A, interval, verdict; reads only",
           "feedrate compare first:native first:torch-pil",
           {{"A", "RUN or RUN:SUBJECT"}, {"B", "RUN or RUN:SUBJECT"}},
           {tolerance_option("differences up to this count as SAME, such as \"5 %\""), {"--json", "", "for programs"}}},
          compare_runs};
}

}  // namespace feedrate::app
