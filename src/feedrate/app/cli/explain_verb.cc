// From a number to its raw rows: what one cell was asked, what was seen, how it ended, and what that means.
#include <algorithm>
#include <cstdio>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/control/diagnose/stages.h"
#include "feedrate/control/judge/describe.h"
#include "feedrate/control/judge/findings.h"
#include "feedrate/control/judge/outcomes.h"
#include "feedrate/control/plan/plan.h"
#include "feedrate/control/store/store.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

constexpr std::size_t kFewestDigits = 4;

struct FoundCell {
  std::string file;  // of the record
  std::string run;
};

// Every record under ./runs, or in the run that was named, whose id starts so.
Expected<std::vector<FoundCell>> find_cells(const std::string& digits, const std::optional<std::string>& run) {
  std::vector<std::string> folders;
  if (run) {
    FEEDRATE_TRY(folder, find_run(*run));
    folders.push_back(folder);
  } else if (auto names = host::list_folder("runs")) {
    for (const auto& name : *names) folders.push_back("runs/" + name);
  }
  std::vector<FoundCell> out;
  for (const auto& folder : folders) {
    const std::string shelf = format("{}/cells/{}", folder, digits.substr(0, 2));
    auto names = host::list_folder(shelf);
    if (!names) continue;
    for (const auto& name : *names)
      if (name.starts_with(digits) && name.size() == 37 && name.ends_with(".json"))
        out.push_back({shelf + "/" + name, folder});
  }
  return out;
}

void line(const char* key, const std::string& text) { std::printf("  %-12s %s\n", key, text.c_str()); }

void print_window(const contract::WindowEvidence& window) {
  line("rate", format("{:.1f} samples/s: {} samples in {:.3f} s, {} batches after {} were drained", window.rate,
                      window.samples, window.seconds, window.batches, window.drained));
  line("batch gap", format("p50 {:.2f} ms, p90 {:.2f}, p99 {:.2f}", 1e3 * window.gap_p50, 1e3 * window.gap_p90,
                           1e3 * window.gap_p99));
  if (window.steady) line("steady", *window.steady ? "yes" : "no: " + window.change.value_or(""));
}

void print_slices(const contract::SliceEvidence& slices) {
  line("in slices", format("{:.1f} samples/s over {:.2f} s thawed", slices.rate, slices.seconds));
  if (const auto& check = slices.freeze_check)
    line("freezing", format("short against long slices {:+.1f} % [{:+.1f}, {:+.1f}] of {} pairs",
                            100 * check->log_ratio, 100 * check->low, 100 * check->high, check->pairs));
}

void print_versions(const std::map<std::string, std::string>& versions) {
  std::string text;
  for (const auto& [library, version] : versions) text += format("{}{} {}", text.empty() ? "" : ", ", library, version);
  line("versions", text);
}

void print_stages(const contract::Evidence& evidence, const contract::Settings& settings) {
  const auto found = control::look_at_stages(*evidence.stages, std::max(1, settings.workers), evidence.window->rate);
  if (!found) return;
  for (const auto& stage : found->stages)
    line("stage",
         format("{:<10} {:.3f} ms a sample, {:.0f} % of the threads' time{}{}{}{}", stage.name, stage.busy_ms,
                100 * stage.share, stage.wait_in ? format(", waits for input {:.0f} %", 100 * *stage.wait_in) : "",
                stage.wait_out ? format(", for room {:.0f} %", 100 * *stage.wait_out) : "",
                stage.queue_fill ? format(", queue {:.0f} % full", 100 * *stage.queue_fill) : "",
                stage.limiting ? "; limiting" : ""));
  line("why", found->why);
}

void print_resources(const contract::Evidence& evidence) {
  constexpr double kMB = 1e6;
  if (const auto& cache = evidence.cache)
    line("cache",
         format("{}: {:.1f} MB from the device for {:.1f} MB of samples; resident {} before, {} after",
                cache->state ? name_of(*cache->state) : "cannot be told",
                static_cast<double>(cache->device_bytes) / kMB, static_cast<double>(cache->touched_bytes) / kMB,
                cache->resident_before ? format("{:.0f} %", 100 * *cache->resident_before) : "n/a",
                cache->resident_after ? format("{:.0f} %", 100 * *cache->resident_after) : "n/a"));
  if (const auto& cpu = evidence.cpu)
    line("CPUs", format("may use {} of {:g}; {} threads{}{}", cpu->allowed_cpus, cpu->machine_cpus, cpu->threads,
                        cpu->runnable ? format(", {:.1f} runnable", *cpu->runnable) : "",
                        cpu->waited_share ? format(", waited {:.0f} % of their turns", 100 * *cpu->waited_share) : ""));
  if (const auto& memory = evidence.memory)
    line("memory", format("PSS {:.0f} MB, USS {:.0f} MB{}", static_cast<double>(memory->pss_bytes) / kMB,
                          static_cast<double>(memory->uss_bytes) / kMB,
                          memory->bytes_a_second ? format(", {:+.2f} MB/s", *memory->bytes_a_second / kMB) : ""));
  const auto& process = evidence.process;
  if (process.after) line("process", "one that had run the cell " + *process.after + " just before");
  if (process.first_batch_seconds)
    line("first batch", format("{:.2f} s after the start", *process.first_batch_seconds));
  if (process.tear_down_seconds) line("tear-down", format("{:.2f} s", *process.tear_down_seconds));
  if (process.cpu_seconds) line("CPU time", format("{:.2f} s of the whole tree", *process.cpu_seconds));
  if (process.foreign_cpus) line("others", format("kept {:.2f} CPUs busy meanwhile", *process.foreign_cpus));
}

std::string interleave_text(const contract::Interleave& interleave) {
  if (std::holds_alternative<contract::Sliced>(interleave)) return "sliced";
  if (std::holds_alternative<contract::Segments>(interleave)) return "real, replay and loader segments in one start";
  const auto& reason = std::get<contract::Alternate>(interleave).reason;
  return "alternating" + (reason ? ": " + *reason : "");
}

void print_program(const contract::ProgramEvidence& program) {
  line("loader", format("at {}: {} workers, prefetch {}{}", program.loader, program.workers, program.prefetch,
                        program.epoch_batches ? format(", {} batches an epoch", *program.epoch_batches) : ""));
  for (const auto& segment : program.segments)
    line("segment", format("block {} {:<6} {:>5} batches in {:.3f} s, {:.3f} s of them waiting", segment.block,
                           name_of(segment.mode), segment.batches, segment.seconds, segment.wait_seconds));
}

void print(const contract::Record& record, const FoundCell& found) {
  std::printf("%s  %s\n", record.id.c_str(), control::describe_case(record.what).c_str());
  line("run", format("{}, block {} (attempt {}), {}", found.run, record.block, record.attempt, record.started));
  line("on", format("{}, profile {}", record.node, record.profile));
  line("build", control::short_id(record.build));
  line("interleave", interleave_text(record.scope.interleave));
  const auto kind = static_cast<control::OutcomeKind>(record.outcome.index());
  std::string how = name_of(kind);
  if (const auto* failed = std::get_if<contract::Failed>(&record.outcome))
    how += format(" ({}): {}", name_of(failed->cause), failed->reason);
  if (const auto* hung = std::get_if<contract::Hung>(&record.outcome))
    how += format(" in {} after {:.1f} s, {} stacks", hung->stage, hung->after_seconds, hung->stacks.size());
  if (const auto* cannot = std::get_if<contract::Unsupported>(&record.outcome)) how += ": " + cannot->reason;
  line("outcome", how);
  if (record.versions) print_versions(*record.versions);
  if (record.evidence.window) print_window(*record.evidence.window);
  if (record.evidence.stages && record.evidence.window) print_stages(record.evidence, record.what.settings);
  if (record.evidence.slices) print_slices(*record.evidence.slices);
  if (record.evidence.program) print_program(*record.evidence.program);
  print_resources(record.evidence);
  for (const auto& label : record.labels) line("label", label);
  for (const auto& finding : control::findings_of(record)) line("finding", finding.sentence);
  const std::string base = found.file.substr(0, found.file.size() - 5);
  line("record", found.file);
  for (const char* end : {".batch_times.jsonl", ".log"})
    if (host::exists(base + end)) line("raw rows", base + end);
}

Expected<int> explain(const Arguments& arguments) {
  const std::string digits = arguments.get("CELL");
  if (digits.size() < kFewestDigits || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
    return input_error(format(
        "{} is no cell; expected the first digits of a cell's id, four or more, as feedrate report --json lists them",
        digits));
  FEEDRATE_TRY(found, find_cells(digits, arguments.find("--run")));
  if (found.empty()) return input_error(format("no cell {} in ./runs; name its run: --run RUN", digits));
  if (found.size() > 1)
    return input_error(format(
        "{} cells start with {}, the first in {} and the last in {}; give more digits, or name the run: --run RUN",
        found.size(), digits, found.front().run, found.back().run));
  FEEDRATE_TRY(text, host::read_file(found.front().file));
  FEEDRATE_TRY(value, parse_json(text, found.front().file));
  FEEDRATE_TRY(record, contract::read_record(value, found.front().file));
  if (arguments.has("--json"))
    std::printf("%s\n", pretty_json(value).c_str());
  else
    print(record, found.front());
  return kOk;
}

}  // namespace

Verb explain_verb() {
  return {{"explain",
           "decide",
           "from a number to its raw rows, and what they mean",
           "feedrate explain 3f2a",
           {{"CELL", "the first digits of a cell's id"}},
           {{"--run", "RUN", "look in this run only"}, {"--json", "", "the record itself"}}},
          explain};
}

}  // namespace feedrate::app
