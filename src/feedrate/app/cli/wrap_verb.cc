// Is it the data? Runs somebody's own program once, watched, and says what limits it.
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "feedrate/app/cli/build_id.h"
#include "feedrate/app/cli/progress_screen.h"
#include "feedrate/app/cli/run_screen.h"
#include "feedrate/app/cli/share.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/terminal.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/hash.h"
#include "feedrate/base/json.h"
#include "feedrate/base/units.h"
#include "feedrate/contract/ids.h"
#include "feedrate/control/campaign/run_block.h"
#include "feedrate/control/diagnose/program.h"
#include "feedrate/control/import/subject_names.h"
#include "feedrate/control/report/program.h"
#include "feedrate/control/run/local.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

namespace fs = std::filesystem;

constexpr double kDefaultBudget = 600;  // seconds
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
};

Expected<Wrapped> wrap_program(const Arguments& arguments, const Installation& installation) {
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
  block.plan = hash_id("wrap", build, contract::case_id(what));
  block.comparison = contract::comparison_id(what);
  block.limits.cell_seconds = budget;
  contract::ProcessGroup group{subject, build, {command, {{"PYTHONPATH", python_path(installation)}}}, 0, {}};
  group.cells.push_back({"", contract::case_id(what), what});
  block.order.push_back(std::move(group));
  out.plan.id = block.plan;
  out.plan.experiment = "wrap-" + subject;
  out.plan.cases = out.plan.blocks = out.plan.cells = 1;
  out.plan.builds[subject] = build;
  return out;
}

// Every call is a block of its own.
Status number_block(control::Store& store, contract::BlockSpec& block) {
  for (;; ++block.number) {
    block.id = hash_id("block", block.plan, block.comparison, std::to_string(block.number));
    FEEDRATE_TRY(attempt, store.next_attempt(block.id));
    if (attempt == 1) break;
  }
  auto& group = block.order.front();
  auto& cell = group.cells.front();
  cell.id = contract::cell_id(cell.case_id, group.build, block.plan, block.number, block.attempt);
  return {};
}

void show(ProgressScreen& screen, const contract::Progress& progress) {
  if (progress.stage == "segments")
    screen.show(format("{} · block {:.0f}{}", progress.subject, progress.done, progress.done == 0 ? " (burn-in)" : ""),
                format("real, replay and loader segments · {:.0f} blocks or more", progress.of - 1));
  else
    screen.show(format("{} · {}", progress.subject, progress.stage), "");
}

Expected<contract::Record> record_of(control::Store& store, const contract::BlockSpec& block) {
  const std::string file = store.folder().record(block.order.front().cells.front().id);
  FEEDRATE_TRY(text, host::read_file(file));
  FEEDRATE_TRY(value, parse_json(text, file));
  return contract::read_record(value, file);
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
Expected<int> say_failed(const Wrapped& wrapped, const contract::Record& record, const control::Store& store) {
  const std::string log = store.folder().cell_folder(record.id) + "/" + record.id + ".log";
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

Expected<int> wrap(const Arguments& arguments) {
  watch_signals();
  FEEDRATE_TRY(installation, find_installation());
  FEEDRATE_TRY(wrapped, wrap_program(arguments, installation));
  const std::string folder =
      fs::absolute(arguments.find("--output").value_or("runs/" + wrapped.plan.experiment)).string();
  FEEDRATE_TRY(store, control::Store::create(folder));
  FEEDRATE_TRY(lock, take_over(store));
  static_cast<void>(lock);
  FEEDRATE_TRY_STATUS(save_plan(store, wrapped.plan));
  FEEDRATE_TRY_STATUS(number_block(store, wrapped.block));
  control::LocalRunner runner(installation.program);
  {
    ProgressScreen screen;
    const auto on_progress = [&](const contract::Progress& progress) { show(screen, progress); };
    FEEDRATE_TRY_STATUS(control::run_block(wrapped.block, store, runner, on_progress, was_interrupted));
  }
  FEEDRATE_TRY(record, record_of(store, wrapped.block));
  const auto diagnosis = control::diagnose(record);
  if (!std::holds_alternative<contract::Measured>(record.outcome) || !diagnosis)
    return say_failed(wrapped, record, store);
  const control::ProgramPage page{wrapped.name, &record, *diagnosis,
                                  afterwards(*record.evidence.program, arguments.has("--keep-running"))};
  const std::string text = arguments.has("--json") ? control::render_program_json(page)
                                                   : control::render_program_terminal(page, screen_of(1));
  std::fputs(text.c_str(), stdout);
  return kOk;
}

}  // namespace

Verb wrap_verb() {
  return {{"wrap",
           "look",
           "is it the data? your own training, watched, without a change to it",
           "feedrate wrap -- python train.py",
           {{"COMMAND", "after --: the program and its arguments", true, true}},
           {{"--loader", "WHERE", "the training loader, such as train.py:57, where it is not found by itself"},
            {"--budget", "TIME", "give up after this long, such as 20 min (10 min)"},
            {"--keep-running", "", "let the program go on to its end when all is measured"},
            {"--output", "DIR", "the run's folder (./runs/wrap-NAME unless given)"},
            {"--json", "", "for programs"}}},
          wrap};
}

}  // namespace feedrate::app
