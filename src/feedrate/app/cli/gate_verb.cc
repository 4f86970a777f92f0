#include <cmath>
#include <cstdio>

#include "feedrate/app/cli/against.h"
#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/gate_stored.h"
#include "feedrate/app/cli/measuring.h"
#include "feedrate/app/cli/run_screen.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/tolerance.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/control/judge/gate_table.h"
#include "feedrate/control/judge/verdict.h"

namespace feedrate::app {
namespace {

// All looks, each with six blocks set aside, those left out, and a few that gave no pair.
constexpr int kMostBlocks = 80 + control::kMostLeftOut;

double percent(double log) { return 100 * std::expm1(log); }

std::string verdict_words(const control::GateRow& row) {
  if (!row.state.verdict) return row.failure.empty() ? "n/a (too few pairs)" : format("n/a ({})", row.failure);
  std::string out = name_of(*row.state.verdict);
  if (row.state.confirmed)
    out += format("  ({} fresh blocks: {:+.1f} %)", row.state.confirmed_by, percent(*row.state.confirmed));
  if (row.state.verdict == control::GateVerdict::kCannotTell)
    out += row.would_take ? format("  (about {} blocks would)", *row.would_take) : "  (not with 10000 blocks)";
  return out;
}

std::string floor_words(const control::GateRow& row, double floor) {
  const char* words[] = {"reached", "NOT REACHED", "CANNOT TELL"};
  const std::string interval =
      row.rate->interval ? format(" [{:.1f}, {:.1f}]", row.rate->interval->low, row.rate->interval->high) : "";
  return format("floor {:g} /s {}: {:.1f} /s{}", floor, words[static_cast<int>(*row.floor)], row.rate->rate, interval);
}

void print_screen(const control::GateTable& table, const std::string& against, const control::GateLimits& limits) {
  std::printf("gate  against %s, %s · profile %s · tolerance %g %%\n", against.c_str(),
              table.rows.empty() ? "" : name_of(table.rows.front().by), table.profile.c_str(), 100 * limits.tolerance);
  std::size_t width = 8;
  for (const auto& row : table.rows) width = std::max(width, control::describe_case(row.what).size());
  std::printf("%s\n", format("  {:<{}}   {:>8}   {:<18} {:>7}   {:>7}   verdict", "workload", width, "change",
                             "interval", "blocks", "sees >=")
                          .c_str());
  for (const auto& row : table.rows) {
    const bool looked = row.state.interval.has_value();
    const std::string change = looked ? format("{:+.1f} %", percent(row.state.logs.mean)) : "n/a";
    const std::string interval =
        looked ? format("[{:+.1f}, {:+.1f}]", percent(row.state.interval->low), percent(row.state.interval->high)) : "";
    const std::string blocks = row.state.confirmed_by > 0
                                   ? format("{} + {}", row.state.looked_at, row.state.confirmed_by)
                                   : format("{}", row.state.looked_at);
    const std::string sees = row.sees ? format("{:.1f} %", 100 * *row.sees) : "n/a";
    std::printf("%s\n", format("  {:<{}}   {:>8}   {:<18} {:>7}   {:>7}   {}", control::describe_case(row.what), width,
                               change, interval, blocks, sees, verdict_words(row))
                            .c_str());
    if (row.without_pair > 0) std::printf("    %d blocks gave no pair\n", row.without_pair);
    if (row.state.left_out > 0) std::printf("    %d blocks left out: other work disturbed them\n", row.state.left_out);
    if (row.floor) std::printf("    %s\n", floor_words(row, *limits.floor).c_str());
    if (row.memory && row.memory->warn)
      std::printf("    WARN memory %+.1f %% [%+.1f, %+.1f], over its tolerance of %g %%\n", percent(row.memory->log),
                  percent(row.memory->interval.low), percent(row.memory->interval.high), 100 * limits.memory);
  }
  for (const auto& reason : table.reasons) std::printf("  not sliced: %s\n", reason.c_str());
}

int exit_of(const control::GateTable& table) {
  bool cannot = false;
  bool failed = table.rows.empty();
  for (const auto& row : table.rows) {
    if (row.state.verdict == control::GateVerdict::kRegressed || row.floor == control::FloorState::kBelow)
      return kRegressed;
    failed = failed || !row.state.verdict;
    cannot = cannot || row.state.verdict == control::GateVerdict::kCannotTell ||
             row.floor == control::FloorState::kCannotTell;
  }
  if (failed) return kNothingMeasured;
  return cannot ? kCannotTell : kOk;
}

// The verdict of the whole: the worst of the workloads'.
std::string overall(const control::GateTable& table) {
  switch (exit_of(table)) {
    case kRegressed:
      return "REGRESSED";
    case kNothingMeasured:
      return "FAILED";
    case kCannotTell:
      return "CANNOT TELL";
    default:
      return "PASS";
  }
}

Value to_json(const control::GateTable& table) {
  Value out = Value::map();
  out.set("verdict", Value::text(overall(table)));
  Value rows = Value::list();
  for (const auto& row : table.rows) {
    Value each = Value::map();
    each.set("name", Value::text(control::describe_case(row.what)));
    if (row.state.interval) {
      each.set("change", Value::real(std::expm1(row.state.logs.mean)));
      each.set("low", Value::real(std::expm1(row.state.interval->low)));
      each.set("high", Value::real(std::expm1(row.state.interval->high)));
    }
    each.set("blocks", Value::integer(row.state.looked_at + row.state.confirmed_by));
    each.set("left_out", Value::integer(row.state.left_out));
    each.set("sees", row.sees ? Value::real(*row.sees) : Value());
    each.set("interleave", Value::text(name_of(row.by)));
    if (row.floor) {
      const char* words[] = {"reached", "below", "cannot tell"};
      each.set("floor", Value::text(words[static_cast<int>(*row.floor)]));
    }
    if (row.memory) {
      each.set("memory_change", Value::real(std::expm1(row.memory->log)));
      each.set("memory_warning", Value::boolean(row.memory->warn));
    }
    each.set("verdict", row.state.verdict ? Value::text(name_of(*row.state.verdict)) : Value());
    if (!row.failure.empty()) each.set("reason", Value::text(row.failure));
    rows.items().push_back(each);
  }
  out.set("workloads", rows);
  return out;
}

// Measures block by block until every workload has its verdict.
Expected<control::GateTable> measure(Experiment& experiment, control::Store& store, const Installation& installation,
                                     const control::GateLimits& limits) {
  int blocks = control::kGateLooks.front();
  experiment.inputs.discard_first = true;
  experiment.inputs.config.measure.grow = false;  // how many blocks it takes is the gate's to say
  for (;;) {
    experiment.inputs.config.measure.blocks = blocks;
    const control::Plan plan(experiment.inputs);
    FEEDRATE_TRY_STATUS(measure_plan(plan, store, installation));
    FEEDRATE_TRY(stored, load_plan(store));
    FEEDRATE_TRY(records, load_records(store, stored));
    auto table = control::gate_table(records.finished, limits);
    const int more = control::blocks_needed(table);
    const bool hopeless = std::all_of(table.rows.begin(), table.rows.end(),
                                      [](const auto& row) { return row.state.looked_at == 0 && !row.failure.empty(); });
    if (more == 0 || hopeless || blocks + more > kMostBlocks) return table;
    blocks += more;
  }
}

Expected<int> run_gate(const Arguments& arguments) {
  watch_signals();
  const auto against = arguments.find("--against");
  if (const auto baseline = arguments.find("--baseline")) {
    if (against) return input_error("gate takes one other side: --against or --baseline, not both");
    return gate_stored(arguments, *baseline);
  }
  if (!against)
    return input_error("gate needs the other side: --against git:REV, --against env:NAME, or --baseline NAME");
  if (!arguments.has("EXP")) return input_error("gate needs an experiment: feedrate gate EXP --against git:REV");
  if (arguments.find("--num-runs")) return input_error("gate takes as many blocks as it needs; leave out --num-runs");
  FEEDRATE_TRY(installation, find_installation());
  std::fprintf(stderr, "looking at data and subjects\n");
  FEEDRATE_TRY(experiment, load_experiment(arguments, installation, Ask::kProbe));
  if (!arguments.find("--output")) experiment.output += "-gate";
  FEEDRATE_TRY(tolerance, tolerance_of(arguments, experiment.inputs.config.gate.tolerance.throughput.share));
  FEEDRATE_TRY(store, control::Store::create(experiment.output));
  FEEDRATE_TRY(lock, take_over(store));
  FEEDRATE_TRY(link, add_base(*against, installation, experiment));
  const auto& gate = experiment.inputs.config.gate;
  control::GateLimits limits{tolerance, gate.tolerance.memory.share, {}};
  if (gate.floor.throughput) limits.floor = gate.floor.throughput->rate;
  FEEDRATE_TRY(table, measure(experiment, store, installation, limits));
  static_cast<void>(lock);
  static_cast<void>(link);
  if (table.rows.empty()) return failure("nothing was measured; see: feedrate report " + experiment.output);
  if (arguments.has("--json"))
    std::printf("%s\n", pretty_json(to_json(table)).c_str());
  else
    print_screen(table, *against, limits);
  return exit_of(table);
}

}  // namespace

Verb gate_verb() {
  auto options = experiment_options();
  options.push_back({"--against", "WHAT", "git:REV or env:NAME: what the working tree is held against"});
  options.push_back({"--baseline", "NAME", "a stored baseline, for when only one side can run"});
  options.push_back({"--of", "RUN", "with --baseline: judge this run's last session instead of measuring"});
  options.push_back({"--informational", "", "with --baseline: numbers without a verdict, also of another profile"});
  options.push_back(tolerance_option("losses up to this pass, such as \"5 %\""));
  options.push_back({"--json", "", "for programs"});
  return {{"gate",
           "decide",
           "measures head and base in turn until it can decide; exit code for CI",
           "feedrate gate mine.yaml --against git:main",
           {{"EXP", "an experiment's YAML file, or the name of a shipped example", false}},
           options},
          run_gate};
}

}  // namespace feedrate::app
