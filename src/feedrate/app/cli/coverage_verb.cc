#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/contract/ids.h"
#include "feedrate/control/judge/coverage.h"
#include "feedrate/control/report/layout.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

using control::Covered;

struct Line {
  std::string text;  // the case in words
  std::string id;
  bool required = true;
  control::Coverage found;
};

// What a run folder holds: arms of the plan, and cases of which there are cells of others.
struct InFolder {
  std::vector<contract::Record> records;
  control::Arms arms;
  std::map<std::string, std::vector<const control::Arm*>> by_case;
  std::set<std::string> elsewhere;
};

Status look_into(const std::string& folder, const std::string& plan, InFolder& out) {
  if (!host::exists(folder + "/plan.json")) return {};
  FEEDRATE_TRY(store, control::Store::open(folder));
  FEEDRATE_TRY(unreadable, store.for_each({}, [&](const contract::Record& record, bool orphan) {
    if (orphan) return;
    if (record.plan == plan)
      out.records.push_back(record);
    else
      out.elsewhere.insert(record.case_id);
  }));
  for (const auto& error : unreadable) std::fprintf(stderr, "feedrate: left out: %s\n", error.text().c_str());
  out.arms = control::arms_of(out.records);
  for (const auto& arm : out.arms.arms) out.by_case[arm.case_id].push_back(&arm);
  return {};
}

struct SubjectState {
  bool required = true;
  bool installed = true;
};

SubjectState facts_of(const control::Plan& plan, const std::string& name) {
  const auto& inputs = plan.inputs();
  for (std::size_t i = 0; i < inputs.subjects.size(); ++i) {
    if (inputs.config.subjects[i].name != name) continue;
    const auto availability = inputs.subjects[i].capability.availability;
    return {inputs.config.subjects[i].required.value_or(true),
            availability != contract::Availability::kMissing && availability != contract::Availability::kBroken};
  }
  return {};
}

std::vector<Line> lines_of(const control::Plan& plan, const InFolder& found) {
  std::vector<Line> out;
  const auto& subjects = plan.inputs().config.subjects;
  plan.for_each_comparison([&](const control::Comparison& comparison) {
    for (const auto& each : comparison.cases) {
      const auto at = found.by_case.find(each.id);
      const auto arms = at == found.by_case.end() ? std::vector<const control::Arm*>() : at->second;
      out.push_back({control::describe_case(each.what), each.id, subjects[each.subject].required.value_or(true),
                     control::coverage_of(arms, found.elsewhere.count(each.id) > 0)});
    }
    for (const auto& each : comparison.excluded) {
      // What is not installed here is missing; what a subject cannot do is not.
      const auto [required, installed] = facts_of(plan, each.what.subject);
      out.push_back({control::describe_case(each.what),
                     contract::case_id(each.what),
                     required && !installed,
                     {installed ? Covered::kUnsupported : Covered::kMissing, each.reason, 0}});
    }
    return true;
  });
  return out;
}

bool is_lacking(const Line& line) {
  return line.required && (line.found.state == Covered::kMissing || line.found.state == Covered::kStale);
}

Value to_json(const std::vector<Line>& lines, const std::map<Covered, int>& counts) {
  Value cases = Value::list();
  for (const auto& line : lines) {
    Value row = Value::map();
    row.set("case", Value::text(line.text));
    row.set("case_id", Value::text(line.id));
    row.set("state", Value::text(name_of(line.found.state)));
    row.set("required", Value::boolean(line.required));
    row.set("blocks", Value::integer(line.found.blocks));
    row.set("reason", line.found.reason.empty() ? Value() : Value::text(line.found.reason));
    cases.items().push_back(std::move(row));
  }
  Value summed = Value::map();
  for (const auto& [state, count] : counts) summed.set(name_of(state), Value::integer(count));
  Value out = Value::map();
  out.set("counts", std::move(summed));
  out.set("cases", std::move(cases));
  return out;
}

void print(const std::vector<Line>& lines, const std::map<Covered, int>& counts, bool all) {
  std::string summed;
  for (const auto& [state, count] : counts)
    summed += format("{}{} {}", summed.empty() ? "" : ", ", count, name_of(state));
  std::printf("%zu cases: %s\n", lines.size(), summed.c_str());
  for (const auto& line : lines) {
    if (line.found.state == Covered::kMeasured && !all) continue;
    const bool lacks = is_lacking(line);
    const bool optional =
        !line.required && (line.found.state == Covered::kMissing || line.found.state == Covered::kStale);
    const std::string state = name_of(line.found.state);
    const int gap = std::max(1, 13 - control::columns_of(state));
    const char* needed = lacks ? " (required)" : optional ? " (optional)" : "";
    std::printf("  %s%*s%s%s%s%s\n", state.c_str(), gap, "", line.text.c_str(), line.found.reason.empty() ? "" : "   ",
                line.found.reason.c_str(), needed);
  }
}

Expected<int> show_coverage(const Arguments& arguments) {
  FEEDRATE_TRY(installation, find_installation());
  FEEDRATE_TRY(experiment, load_experiment(arguments, installation, Ask::kProbe));
  const control::Plan plan(std::move(experiment.inputs));
  InFolder found;
  FEEDRATE_TRY_STATUS(look_into(experiment.output, plan.id(), found));
  const auto lines = lines_of(plan, found);
  std::map<Covered, int> counts;
  std::size_t lacking = 0;
  for (const auto& line : lines) {
    ++counts[line.found.state];
    if (is_lacking(line)) ++lacking;
  }
  if (arguments.has("--json"))
    std::printf("%s\n", pretty_json(to_json(lines, counts)).c_str());
  else
    print(lines, counts, arguments.has("--all"));
  if (lacking > 0)
    return failure(
        format("{} of {} cases are required and not there; feedrate run EXP measures them", lacking, lines.size()));
  return kOk;
}

}  // namespace

Verb coverage_verb() {
  VerbSpec spec{"coverage",
                "publish",
                "what became of every planned case, and which is missing",
                "feedrate coverage first",
                {{"EXP", "an experiment's YAML file, or the name of a shipped example"}},
                experiment_options()};
  spec.options.push_back({"--all", "", "those that were measured too"});
  spec.options.push_back({"--json", "", "for programs"});
  return {spec, show_coverage};
}

}  // namespace feedrate::app
