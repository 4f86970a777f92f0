#include "feedrate/app/cli/gate_stored.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "feedrate/app/cli/baselines.h"
#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/measuring.h"
#include "feedrate/app/cli/tolerance.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/control/judge/sessions.h"
#include "feedrate/host/clock.h"

namespace feedrate::app {
namespace {

using control::GateVerdict;

struct Against {
  std::string what;  // "main", "main's anchor"
  std::vector<control::SessionVerdict> rows;
};

// "2026-01-31T12:00:00Z" -> "20260131-120000"
std::string in_a_name(const std::string& utc) {
  std::string out;
  for (const char c : utc) {
    if (c >= '0' && c <= '9') out += c;
    if (c == 'T') out += '-';
  }
  return out;
}

// The blocks of this call are a session of their own, in a folder of their own.
Expected<std::string> measure_session(const Arguments& arguments, Experiment& experiment,
                                      const Installation& installation) {
  if (!arguments.find("--output")) experiment.output += "-session-" + in_a_name(host::utc_now());
  experiment.inputs.config.measure.grow = false;  // sessions have equally many blocks
  const control::Plan plan(std::move(experiment.inputs));
  FEEDRATE_TRY_STATUS(measure_into(experiment.output, plan, installation));
  return experiment.output;
}

int exit_of(const std::vector<Against>& all) {
  bool cannot = false;
  bool missing = false;
  for (const auto& each : all)
    for (const auto& row : each.rows) {
      if (row.verdict == GateVerdict::kRegressed) return kRegressed;
      missing = missing || !row.verdict;
      cannot = cannot || row.verdict == GateVerdict::kCannotTell;
    }
  if (missing) return kNothingMeasured;
  return cannot ? kCannotTell : kOk;
}

double percent_of(double log) { return 100 * std::expm1(log); }

void print_rows(const Against& against, bool judged) {
  for (const auto& row : against.rows) {
    std::string line = format("  {:<44} {:+7.1f} %", row.name, percent_of(row.change));
    if (row.sessions == 0) line = format("  {:<44}     n/a", row.name);
    if (row.interval)
      line += format("   [{:+.1f}, {:+.1f}]", percent_of(row.interval->low), percent_of(row.interval->high));
    line += format("   {} stored session{}", row.sessions, row.sessions == 1 ? "" : "s");
    if (judged) line += format("   {}", row.verdict ? name_of(*row.verdict) : "n/a");
    if (judged && !row.reason.empty()) line += format(" ({})", row.reason);
    std::printf("%s\n", line.c_str());
  }
}

Value to_json(const std::vector<Against>& all, bool judged) {
  Value out = Value::map();
  const int code = exit_of(all);
  const char* words[] = {"PASS", "REGRESSED", "", "", "CANNOT TELL", "FAILED"};
  out.set("verdict", judged ? Value::text(words[code]) : Value());
  Value rows = Value::list();
  for (const auto& each : all)
    for (const auto& row : each.rows) {
      Value line = Value::map();
      line.set("name", Value::text(row.name));
      line.set("against", Value::text(each.what));
      line.set("sessions", Value::integer(static_cast<std::int64_t>(row.sessions)));
      if (row.sessions > 0) line.set("change", Value::real(std::expm1(row.change)));
      if (row.interval) {
        line.set("low", Value::real(std::expm1(row.interval->low)));
        line.set("high", Value::real(std::expm1(row.interval->high)));
      }
      line.set("verdict", judged && row.verdict ? Value::text(name_of(*row.verdict)) : Value());
      if (!row.reason.empty()) line.set("reason", Value::text(row.reason));
      rows.items().push_back(line);
    }
  out.set("workloads", rows);
  return out;
}

std::string software_changed(const std::map<std::string, std::string>& before,
                             const std::map<std::string, std::string>& now) {
  std::string out;
  for (const auto& [subject, build] : now) {
    const auto found = before.find(subject);
    if (found == before.end() || found->second == build) continue;
    out += format("{}{} {} -> {}", out.empty() ? "" : ", ", subject, found->second.substr(0, 8), build.substr(0, 8));
  }
  return out;
}

// With --informational also one of another profile.
Expected<contract::Baseline> find_baseline(const std::string& name, const RunProfile& profile, bool informational) {
  auto here = baseline_for(name, profile);
  if (here || !informational || here.error().fault != Fault::kNotComparable) return here;
  FEEDRATE_TRY(all, load_baselines(name));
  return all.front();
}

}  // namespace

Expected<int> gate_stored(const Arguments& arguments, const std::string& name) {
  const bool informational = arguments.has("--informational");
  std::string folder = arguments.find("--of").value_or("");
  if (folder.empty()) {
    if (!arguments.has("EXP")) return input_error("gate needs an experiment to measure, or --of RUN");
    FEEDRATE_TRY(installation, find_installation());
    std::fprintf(stderr, "looking at data and subjects\n");
    FEEDRATE_TRY(experiment, load_experiment(arguments, installation, Ask::kProbe));
    // Before anything is measured in vain.
    FEEDRATE_TRY_STATUS(find_baseline(name, profile_here(experiment.inputs.config.data.uri), informational));
    FEEDRATE_TRY(measured, measure_session(arguments, experiment, installation));
    folder = measured;
  }
  FEEDRATE_TRY(run, load_sessions(folder));
  FEEDRATE_TRY(baseline, find_baseline(name, run.profile, informational));
  FEEDRATE_TRY(tolerance, tolerance_of(arguments, run.plan.tolerance));
  std::vector<Against> all = {{name, control::judge_session(run.sessions.back(), baseline.latest, tolerance)}};
  if (baseline.anchor)
    all.push_back({name + "'s anchor", control::judge_session(run.sessions.back(), *baseline.anchor, tolerance)});
  if (arguments.has("--json")) {
    std::printf("%s\n", pretty_json(to_json(all, !informational)).c_str());
    return informational ? kOk : exit_of(all);
  }
  for (const auto& each : all) {
    std::printf("gate  against the baseline %s · profile %s · tolerance %g %%%s\n", each.what.c_str(),
                baseline.profile.c_str(), 100 * tolerance, informational ? " · informational: no verdict" : "");
    print_rows(each, !informational);
  }
  if (informational) {
    if (const auto differs = differing_fields(baseline, run.profile); !differs.empty())
      std::printf("not comparable: %s\n", differs.c_str());
    return kOk;
  }
  if (const auto changed = software_changed(baseline.latest.builds, run.plan.builds); !changed.empty())
    std::printf("differs from the baseline's software: %s (not proven to be the cause)\n", changed.c_str());
  const int code = exit_of(all);
  if (code == kCannotTell)
    std::printf("to decide now, measure both sides in one session: feedrate gate %s --against git:REV\n",
                arguments.find("EXP").value_or("EXP").c_str());
  return code;
}

}  // namespace feedrate::app
