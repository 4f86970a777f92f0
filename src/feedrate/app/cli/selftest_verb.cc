// The instrument's own test: loaders with one known fault each are measured as anything else is, and the fault must be
// named; two loaders without any must be silent.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/measuring.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/base/suggest.h"
#include "feedrate/control/judge/findings.h"
#include "feedrate/host/clock.h"
#include "feedrate/host/files.h"
#include "feedrate/host/machine.h"
#include "feedrate/host/tree.h"

namespace feedrate::app {
namespace {

namespace fs = std::filesystem;
using control::Detector;

constexpr int kFiles = 256;
constexpr int kFileBytes = 16384;

struct Arm {
  const char* subject;
  const char* make;                  // of python/feedrate/faults
  std::optional<Detector> expected;  // absent: it has no fault
};
struct Group {
  const char* name;
  const char* measure;
  bool busy;  // other work runs meanwhile
  std::vector<Arm> arms;
};

const std::vector<Group>& groups() {
  static const std::vector<Group> all = {
      {"faults",
       "{blocks: 2, window: 200 batches, interleave: alternate}",
       false,
       {{"consumer", "made.py:consumer", Detector::kConsumer},
        {"thread-storm", "made.py:thread_storm", Detector::kThreadStorm},
        {"shared-memory", "made.py:shared_memory", Detector::kSharedMemory},
        {"prefilled", "prefilled.py:make", Detector::kPrefilled},
        {"not-read", "made.py:not_read", Detector::kNotRead},
        {"miscounts", "made.py:miscounts", Detector::kMiscounts},
        {"pinned", "made.py:pinned", Detector::kPinned},
        {"hiccups", "made.py:hiccups", Detector::kHiccups},
        {"not-steady", "made.py:not_steady", Detector::kNotSteady}}},
      // The machine itself may change its speed in one of three blocks.
      {"none",
       "{blocks: 3, window: 2500 batches, interleave: alternate}",
       false,
       {{"steady", "made.py:steady", {}}, {"steady-again", "made.py:steady", {}}}},
      {"long",
       "{blocks: 1, window: 5000 batches, interleave: alternate}",
       false,
       {{"slow-worker", "made.py:slow_worker", Detector::kSlowWorker}, {"leak", "made.py:leak", Detector::kLeak}}},
      {"starts",
       "{blocks: 5, window: 40 batches, interleave: alternate}",
       false,
       {{"start-up", "made.py:start_up", Detector::kStartUp}}},
      {"ends",
       "{blocks: 1, window: 40 batches, interleave: alternate}",
       false,
       {{"tear-down", "made.py:tear_down", Detector::kTearDown}}},
      {"busy",
       "{blocks: 1, window: 400 batches, interleave: alternate}",
       true,
       {{"disturbed", "made.py:steady", Detector::kDisturbed}}},
  };
  return all;
}

struct Answer {
  std::string subject;
  std::optional<Detector> expected;
  std::vector<control::Finding> found;
  bool switched_off;  // the detector it expects does not look

  // Other work on the machine is not the subject's fault.
  [[nodiscard]] bool right() const {
    bool named = !expected;
    for (const auto& finding : found) {
      named = named || finding.detector == expected;
      if (!expected && finding.detector != Detector::kDisturbed) return false;
    }
    return named;
  }
  // Wrong, and other work may be why: a detector that does not look is not kept from it by others.
  [[nodiscard]] bool cannot_tell() const {
    if (switched_off) return false;
    const auto is_disturbed = [](const auto& finding) { return finding.detector == Detector::kDisturbed; };
    return !right() && expected != Detector::kDisturbed && std::any_of(found.begin(), found.end(), is_disturbed);
  }
};

std::string python_beside(const Installation& installation) {
  const auto beside = fs::path(installation.program).parent_path() / "python3";
  return host::exists(beside.string()) ? beside.string() : "python3";
}

Status write_inputs(const std::string& folder, const Installation& installation, const std::string& python) {
  FEEDRATE_TRY_STATUS(host::make_folders(folder + "/data"));
  for (int i = 0; i < kFiles; ++i)
    FEEDRATE_TRY_STATUS(host::write_file(format("{}/data/{:04}.jpg", folder, i),
                                         std::string(kFileBytes, static_cast<char>('a' + i % 26))));
  for (const auto& group : groups()) {
    std::string text = format(
        "experiment: {}\nscope: loader\ndata: ./data\nrecipe: imagenet-train\naxes: {{workers: [2], batch: [8], "
        "prefetch: [4]}}\n"
        "measure: {}\nenvironments: {{here: {{python: {}}}}}\nlimits: {{cell: 60 s}}\nsubjects:\n",
        group.name, group.measure, python);
    for (const auto& arm : group.arms)
      text += format("  - {{name: {}, environment: here, make: \"{}/feedrate/faults/{}\"}}\n", arm.subject,
                     installation.python, arm.make);
    FEEDRATE_TRY_STATUS(host::write_file(format("{}/{}.yaml", folder, group.name), text));
  }
  return {};
}

// One for each CPU, until it goes.
Expected<std::vector<host::Tree>> keep_busy() {
  std::vector<host::Tree> out;
  for (int i = 0; i < host::this_machine().cpus_effective; ++i) {
    FEEDRATE_TRY(tree, host::Tree::start({{"/bin/sh", "-c", "while :; do :; done"}, {}}));
    out.push_back(std::move(tree));
  }
  return out;
}

Expected<std::vector<Answer>> measure(const Group& group, const std::string& folder, const Installation& installation,
                                      const std::set<Detector>& without) {
  Arguments arguments;
  arguments.add("EXP", format("{}/{}.yaml", folder, group.name));
  arguments.add("--output", format("{}/runs/{}", folder, group.name));
  FEEDRATE_TRY(experiment, load_experiment(arguments, installation, Ask::kStatic));
  const control::Plan plan(std::move(experiment.inputs));
  std::vector<host::Tree> busy;
  if (group.busy) {
    FEEDRATE_TRY(started, keep_busy());
    busy = std::move(started);
  }
  // Where others are to disturb it, being disturbed is the answer.
  FEEDRATE_TRY(run, measure_into(experiment.output, plan, installation, {false, !group.busy}));
  FEEDRATE_TRY(stored, load_plan(run.store));
  FEEDRATE_TRY(records, load_records(run.store, stored));
  const auto arms = control::arms_of(records.finished);
  std::vector<Answer> out;
  for (const auto& each : group.arms) {
    Answer answer{each.subject, each.expected, {}, each.expected && without.contains(*each.expected)};
    for (const auto& arm : arms.arms)
      if (arm.subject == each.subject) answer.found = control::findings_of(arm, without);
    out.push_back(std::move(answer));
  }
  return out;
}

void print(const std::vector<Answer>& answers, double seconds) {
  std::size_t right = 0;
  for (const auto& answer : answers) {
    right += answer.right() ? 1 : 0;
    const char* said = answer.cannot_tell() ? "BUSY"
                       : answer.expected    ? (answer.right() ? "named" : "MISSED")
                                            : (answer.right() ? "silent" : "FALSE");
    std::string line = format("  {:<14} {:<7}", answer.subject, said);
    for (const auto& finding : answer.found)
      if (finding.detector == answer.expected || !answer.expected) line += " " + finding.sentence;
    std::printf("%s\n", line.c_str());
    for (const auto& finding : answer.found)
      if (answer.expected && finding.detector != answer.expected)
        std::printf("                         also: %s\n", finding.sentence.c_str());
  }
  std::printf("selftest: %zu of %zu right in %.0f s\n", right, answers.size(), seconds);
  if (std::any_of(answers.begin(), answers.end(), [](const Answer& answer) { return answer.cannot_tell(); }))
    std::printf("BUSY: other work ran meanwhile, which may be why; call it again when the machine is quiet\n");
}

Value to_json(const std::vector<Answer>& answers, double seconds) {
  Value rows = Value::list();
  for (const auto& answer : answers) {
    Value row = Value::map();
    row.set("subject", Value::text(answer.subject));
    row.set("expected", answer.expected ? Value::text(name_of(*answer.expected)) : Value());
    Value found = Value::list();
    for (const auto& finding : answer.found) found.items().push_back(Value::text(name_of(finding.detector)));
    row.set("found", found);
    row.set("right", Value::boolean(answer.right()));
    rows.items().push_back(row);
  }
  Value out = Value::map();
  out.set("rows", rows);
  out.set("seconds", Value::real(seconds));
  return out;
}

Expected<std::set<Detector>> switched_off(const Arguments& arguments) {
  std::set<Detector> out;
  std::vector<std::string> known;
  for (const auto& [detector, name] : Names<Detector>::names) known.emplace_back(name);
  for (const auto& word : arguments.all("--without")) {
    bool found = false;
    for (const auto& [detector, name] : Names<Detector>::names)
      if (word == name) found = out.insert(detector).second || found;
    if (!found) return input_error(format("--without {}: expected {}", word, either(known)));
  }
  return out;
}

Expected<int> run_selftest(const Arguments& arguments) {
  watch_signals();
  FEEDRATE_TRY(without, switched_off(arguments));
  FEEDRATE_TRY(installation, find_installation());
  const auto kept = arguments.find("--output");
  const std::string folder = kept ? fs::absolute(*kept).string()
                                  : (fs::temp_directory_path() / format("feedrate-selftest-{}", getpid())).string();
  const std::int64_t start = host::monotonic_ns();
  FEEDRATE_TRY_STATUS(
      write_inputs(folder, installation, arguments.find("--python").value_or(python_beside(installation))));
  std::fprintf(stderr, "measuring loaders with known faults, about 2 min\n");
  std::vector<Answer> answers;
  for (const auto& group : groups()) {
    FEEDRATE_TRY(found, measure(group, folder, installation, without));
    answers.insert(answers.end(), found.begin(), found.end());
  }
  const double seconds = static_cast<double>(host::monotonic_ns() - start) * 1e-9;
  if (arguments.has("--json"))
    std::printf("%s\n", pretty_json(to_json(answers, seconds)).c_str());
  else
    print(answers, seconds);
  if (!kept) FEEDRATE_TRY_STATUS(host::remove_tree(folder));
  const auto wrong = [](const Answer& answer) { return !answer.right() && !answer.cannot_tell(); };
  if (std::any_of(answers.begin(), answers.end(), wrong)) return kRegressed;
  return std::all_of(answers.begin(), answers.end(), [](const Answer& answer) { return answer.right(); }) ? kOk
                                                                                                          : kCannotTell;
}

}  // namespace

Verb selftest_verb() {
  return {{"selftest",
           "more",
           "measures loaders with known faults; every fault must be named, and no other",
           "feedrate selftest",
           {},
           {{"--output", "DIR", "keep the runs there; called again, it only judges them"},
            {"--python", "PROGRAM", "the interpreter that runs the loaders"},
            {"--without", "DETECTOR", "switch a detector off: its fault must then be missed", true},
            {"--json", "", "for programs"}}},
          run_selftest};
}

}  // namespace feedrate::app
