// Is it the data? Runs somebody's own program once, watched, and says what limits it.
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "feedrate/app/cli/build_id.h"
#include "feedrate/app/cli/in_turns.h"
#include "feedrate/app/cli/run_screen.h"
#include "feedrate/app/cli/share.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/strict.h"
#include "feedrate/app/cli/terminal.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/app/cli/watching.h"
#include "feedrate/app/cli/what_if.h"
#include "feedrate/base/hash.h"
#include "feedrate/base/units.h"
#include "feedrate/contract/ids.h"
#include "feedrate/control/diagnose/program.h"
#include "feedrate/control/import/subject_names.h"
#include "feedrate/control/report/program.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

namespace fs = std::filesystem;

constexpr double kDefaultBudget = 600;  // seconds
// Of the time: a program that would be 1.4 times as fast with free data is known to be that to within 10 %.
constexpr double kStallWithin = 0.07;
constexpr std::size_t kShownLines = 20;

// The file or module that is run: what a person calls the program.
std::string program_of(const std::vector<std::string>& command) {
  for (std::size_t i = 0; i < command.size(); ++i) {
    if (command[i].ends_with(".py")) return command[i];
    if (command[i] == "-m" && i + 1 < command.size() && command[i + 1] != "torch.distributed.run")
      return command[i + 1];
  }
  return command.front();
}

Expected<std::string> build_of(const std::vector<std::string>& command) {
  const std::string program = program_of(command);
  if (host::exists(program) && !host::is_folder(program)) return build_of_files({program});
  Hasher hasher;
  for (const auto& word : command) hasher.add(word);
  return hasher.id();
}

Expected<contract::Segments> segments_of(const Arguments& arguments) {
  contract::Segments out;
  out.keep_running = arguments.has("--keep-running");
  out.loader = arguments.find("--loader");
  out.within = kStallWithin;
  return out;
}

Expected<double> budget_of(const Arguments& arguments) {
  const auto text = arguments.find("--budget");
  if (!text) return kDefaultBudget;
  const auto seconds = TextForm<Duration>::parse(*text);
  if (!seconds) return input_error(format("--budget {}: expected {}", *text, TextForm<Duration>::expected));
  return seconds->seconds;
}

// Before whatever the person has on it.
std::string python_path(const Installation& installation) {
  const std::string hook = installation.python + "/feedrate/hook/site";
  const char* theirs = std::getenv("PYTHONPATH");
  return theirs == nullptr || *theirs == '\0' ? hook : hook + ":" + theirs;
}

struct Wrapped {
  std::string name;  // of the program
  contract::BlockSpec block;
  StoredPlan plan;
  bool strict = false;
};

Expected<Wrapped> wrap_program(const Arguments& arguments, const WhatIf& what_if, const Installation& installation) {
  const auto command = arguments.all("COMMAND");
  FEEDRATE_TRY(build, build_of(command));
  FEEDRATE_TRY(how, segments_of(arguments));
  FEEDRATE_TRY(budget, budget_of(arguments));
  Wrapped out;
  out.name = fs::path(program_of(command)).filename().string();
  std::string subject = control::plain_name(fs::path(out.name).stem().string());
  if (subject.empty()) subject = "program";
  contract::CaseSpec what;
  what.subject = subject;
  what.work = contract::ProgramWork{command};
  auto& block = out.block;
  block.interleave = how;
  block.plan = hash_id("wrap", build, contract::case_id(what), what_if.text());
  block.comparison = contract::comparison_id(what);
  block.limits.cell_seconds = budget;
  contract::ProcessGroup group{subject, build, {command, {{"PYTHONPATH", python_path(installation)}}}, 0, {}};
  if (!what_if.empty()) group.start.environment["FEEDRATE_IF"] = what_if.environment();
  group.cells.push_back({"", contract::case_id(what), what});
  block.order.push_back(std::move(group));
  out.strict = arguments.has("--strict");
  out.plan.id = block.plan;
  out.plan.experiment = "wrap-" + subject;
  out.plan.cases = out.plan.blocks = out.plan.cells = 1;
  out.plan.builds[subject] = build;
  return out;
}

std::string last_lines(const std::string& text) {
  std::size_t from = text.size();
  for (std::size_t lines = 0; from > 0 && lines <= kShownLines; ++lines) {
    const auto before = text.rfind('\n', from - 1);
    from = before == std::string::npos ? 0 : before;
  }
  return text.substr(from);
}

// It gave no answer: what it said itself, then why.
Unexpected say_failed(const Wrapped& wrapped, const contract::Record& record, const control::Store& store) {
  const std::string log = log_of(record, store);
  if (const auto text = host::read_file(log)) {
    std::fprintf(stderr, "%s", last_lines(*text).c_str());
    std::fprintf(stderr, "(the last lines of %s; all of it: %s)\n", wrapped.name.c_str(), log.c_str());
  }
  std::string why = "nothing was measured";
  if (const auto* failed = std::get_if<contract::Failed>(&record.outcome)) why = failed->reason;
  if (const auto* hung = std::get_if<contract::Hung>(&record.outcome))
    why = format("gave no answer within {:.0f} s ({}); a longer time: --budget", hung->after_seconds, hung->stage);
  return failure(format("{} {}", wrapped.name, why));
}

std::string afterwards(const contract::ProgramEvidence& program, bool kept_running) {
  const std::string touched =
      format("it was given {} batches a second time, and {} never", program.replayed, program.dropped);
  if (kept_running) return "the program ran on to its end; " + touched;
  if (program.ended_by_itself) return "the program ended by itself; " + touched;
  return "the program was ended inside next(): nothing was saved; " + touched;
}

std::string check_command(const Arguments& arguments, const std::string& change) {
  std::string out = "feedrate wrap --if " + change + " --";
  for (const auto& word : arguments.all("COMMAND")) out += " " + word;
  return out;
}

// A program that was run once, and its answer.
struct Answer {
  std::string name;
  contract::Record record;
  control::Diagnosis diagnosis;
  std::optional<control::Checked> checked;
};

// The same program without a change, and its answer.
struct Base {
  contract::BlockSpec block;
  contract::Record record;
};

std::optional<control::Checked> predicted_for(const Wrapped& wrapped, const WhatIf& what_if,
                                              const std::optional<Base>& base) {
  const auto predicted = base ? predict(what_if, base->record) : std::nullopt;
  if (!predicted) return {};
  const double before = control::diagnose(base->record)->bound.real.ratio;
  return control::Checked{wrapped.name, what_if.text(), before, *predicted, 0, 0, "", false};
}

// What is predicted from `base` is fixed before the program runs.
Expected<Answer> watch_program(const Wrapped& wrapped, const WhatIf& what_if, const std::optional<Base>& base,
                               control::Store& store, const Installation& installation) {
  auto checked = predicted_for(wrapped, what_if, base);
  FEEDRATE_TRY_STATUS(save_plan(store, wrapped.plan));
  FEEDRATE_TRY(record, wrapped.strict ? watch_strictly(wrapped.block, store, installation)
                                      : watch_block(wrapped.block, store, installation));
  auto diagnosis = control::diagnose(record);
  if (!std::holds_alternative<contract::Measured>(record.outcome) || !diagnosis)
    return say_failed(wrapped, record, store);
  if (checked) {
    FEEDRATE_TRY(rates, start_in_turns(base->block, wrapped.block, store, installation));
    if (rates) {
      checked->base = rates->base;
      checked->measured = rates->changed;
      checked->cell = record.id;
      checked->disturbed = rates->disturbed;
      FEEDRATE_TRY_STATUS(keep(store, *checked));
    } else {
      checked.reset();
      diagnosis->notes.emplace_back("a start to be compared gave no rate: what was predicted is not checked");
    }
  }
  return Answer{what_if.empty() ? wrapped.name : format("{} with {}", wrapped.name, what_if.text()), std::move(record),
                std::move(*diagnosis), std::move(checked)};
}

control::ProgramPage page_of(const Answer& answer, const Arguments& arguments, const control::Store& store) {
  control::ProgramPage out;
  out.program = answer.name;
  out.record = &answer.record;
  if (arguments.has("--strict")) out.starts = static_cast<int>(answer.record.evidence.program->segments.size());
  out.diagnosis = answer.diagnosis;
  out.afterwards = afterwards(*answer.record.evidence.program, arguments.has("--keep-running"));
  out.checked = answer.checked;
  if (answer.checked) {
    out.track = control::track_record(all_checked(store));
  } else {
    out.advice = control::advise(answer.record, answer.diagnosis, cpus_here());
    if (!out.advice.empty()) out.check = check_command(arguments, out.advice.front().change);
  }
  return out;
}

Expected<int> wrap(const Arguments& arguments) {
  watch_signals();
  FEEDRATE_TRY(installation, find_installation());
  FEEDRATE_TRY(what_if, read_what_if(arguments.all("--if")));
  if (arguments.has("--check") && !what_if.empty())
    return input_error("--check tries what the answer advises, --if what you say: one of them");
  if ((arguments.has("--check") || !what_if.empty()) && arguments.has("--keep-running"))
    return input_error("--check and --if start the program several times, --keep-running once: one of them");
  if (arguments.has("--strict") && arguments.has("--keep-running"))
    return input_error("--strict ends the program after every segment, --keep-running never: one of them");
  FEEDRATE_TRY(plain, wrap_program(arguments, {}, installation));
  FEEDRATE_TRY(wrapped, wrap_program(arguments, what_if, installation));
  const std::string folder =
      fs::absolute(arguments.find("--output").value_or("runs/" + wrapped.plan.experiment)).string();
  FEEDRATE_TRY(store, control::Store::create(folder));
  FEEDRATE_TRY(lock, take_over(store));
  static_cast<void>(lock);
  std::optional<Base> base;
  if (!what_if.empty()) {
    FEEDRATE_TRY(found, last_answer(store, plain.block.plan));
    if (found) base = Base{plain.block, std::move(*found)};
  }
  FEEDRATE_TRY(answer, watch_program(wrapped, what_if, base, store, installation));
  const auto page = page_of(answer, arguments, store);
  const bool json = arguments.has("--json");
  if (!json) std::fputs(control::render_program_terminal(page, screen_of(1)).c_str(), stdout);
  std::optional<Answer> second;
  std::optional<control::ProgramPage> after;
  if (arguments.has("--check") && !page.advice.empty()) {
    std::fflush(stdout);
    FEEDRATE_TRY(advised, read_what_if({page.advice.front().change}));
    FEEDRATE_TRY(changed, wrap_program(arguments, advised, installation));
    FEEDRATE_TRY(outcome, watch_program(changed, advised, Base{plain.block, answer.record}, store, installation));
    second = std::move(outcome);
    after = page_of(*second, arguments, store);
    if (!json) std::fputs(("\n" + control::render_program_terminal(*after, screen_of(1))).c_str(), stdout);
  }
  if (json) std::fputs(control::render_program_json(page, after ? &*after : nullptr).c_str(), stdout);
  return kOk;
}

}  // namespace

Verb wrap_verb() {
  return {{"wrap",
           "look",
           "is it the data? your own training, watched, without a change to it",
           "feedrate wrap -- python train.py",
           {{"COMMAND", "the program and its arguments", true, true, true}},
           {{"--loader", "WHERE", "the training loader, such as train.py:57, where it is not found by itself"},
            {"--budget", "TIME", "give up after this long, such as 20 min (10 min)"},
            {"--if", "KEY=N", "try workers=N or prefetch=N instead of what the program says", true},
            {"--check", "", "then try what the answer advises, and hold it against what was predicted"},
            {"--strict", "", "a fresh start of the program for every segment: slower, and nothing is carried over"},
            {"--keep-running", "", "let the program go on to its end when all is measured"},
            {"--output", "DIR", "the run's folder (./runs/wrap-NAME unless given)"},
            {"--json", "", "for programs"}}},
          wrap};
}

}  // namespace feedrate::app
