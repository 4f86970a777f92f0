#include <cstdio>
#include <set>

#include "feedrate/app/cli/progress_screen.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/control/import/draft.h"
#include "feedrate/control/import/subject_names.h"
#include "feedrate/control/import/write.h"
#include "feedrate/control/judge/describe.h"
#include "feedrate/control/judge/verdict.h"
#include "feedrate/control/plan/predict.h"
#include "feedrate/control/report/wording.h"
#include "feedrate/host/clock.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

constexpr double kQuietSeconds = 1;

Expected<control::ImportOptions> import_options(const Arguments& arguments) {
  control::ImportOptions out;
  if (const auto kind = arguments.find("--as")) {
    FEEDRATE_TRY(read, control::read_import_kind(*kind));
    out.kind = read;
  }
  for (const auto& text : arguments.all("--map")) {
    FEEDRATE_TRY(map, control::read_column_map(text));
    out.columns.push_back(map);
  }
  out.subject = arguments.find("--subject");
  out.interleaved = arguments.has("--interleaved");
  return out;
}

Expected<std::vector<control::ImportSource>> import_sources(const Arguments& arguments) {
  std::vector<control::ImportSource> out;
  for (const auto& file : arguments.all("FILE")) {
    if (!host::exists(file) || host::is_folder(file))
      return input_error(format("{} {}; expected a file that another tool wrote", file,
                                host::exists(file) ? "is a folder" : "is not there"));
    FEEDRATE_TRY(text, host::read_file(file));
    out.push_back({file, std::move(text)});
  }
  return out;
}

Expected<std::string> import_folder(const Arguments& arguments) {
  if (const auto output = arguments.find("--output")) return *output;
  const std::string file = arguments.all("FILE").front();
  const std::string name = control::plain_name(control::stem_of_file(file));
  if (name.empty())
    return input_error(format("no name for the run can be made of {}; type one: --output runs/NAME", file));
  return "runs/" + name;
}

StoredPlan plan_of(const control::ImportDraft& draft, const std::string& folder) {
  StoredPlan out;
  out.id = draft.plan;
  out.experiment = control::plain_name(control::last_component(folder));
  if (out.experiment.empty()) out.experiment = name_of(draft.kind);
  out.cases = static_cast<std::int64_t>(draft.arms.size());
  out.blocks = static_cast<std::int64_t>(draft.blocks.size());
  out.cells = static_cast<std::int64_t>(draft.cells);
  out.tolerance = control::kDefaultTolerance;
  for (const auto& arm : draft.arms) out.builds[arm.what.subject] = arm.build;
  out.excluded = draft.left_out;
  return out;
}

// A folder holds the results of one import: a second one would hide the first.
Status check_free(const control::Store& store, const control::ImportDraft& draft, const std::string& folder) {
  if (!host::exists(folder + "/plan.json")) return {};
  FEEDRATE_TRY(stored, load_plan(store));
  if (stored.id == draft.plan) return {};
  return input_error(
      format("{} holds other results already; expected a new folder. Name one: --output {}-2", folder, folder));
}

std::size_t without_rate(const control::ImportDraft& draft) {
  std::size_t out = 0;
  for (const auto& block : draft.blocks)
    for (const auto& cell : block.cells)
      out += std::holds_alternative<control::Timed>(cell.repetition.result) ? 0U : 1U;
  return out;
}

std::size_t subjects_in(const control::ImportDraft& draft) {
  std::set<std::string> out;
  for (const auto& arm : draft.arms) out.insert(arm.what.subject);
  return out.size();
}

Value import_json(const control::ImportDraft& draft, const std::string& folder) {
  Value out = Value::map();
  out.set("run", Value::text(folder));
  out.set("kind", Value::text(name_of(draft.kind)));
  out.set("subjects", Value::integer(static_cast<std::int64_t>(subjects_in(draft))));
  out.set("blocks", Value::integer(static_cast<std::int64_t>(draft.blocks.size())));
  out.set("cells", Value::integer(static_cast<std::int64_t>(draft.cells)));
  out.set("failed", Value::integer(static_cast<std::int64_t>(without_rate(draft))));
  out.set("shared_blocks", Value::boolean(draft.shared));
  Value names = Value::map();
  for (const auto& [subject, name] : draft.renamed) names.set(subject, Value::text(name));
  out.set("names", std::move(names));
  return out;
}

void print_import(const control::ImportDraft& draft, const std::string& folder) {
  const auto counted = [](std::size_t n, const char* what) { return format("{} {}{}", n, what, n == 1 ? "" : "s"); };
  std::printf("%s  %s, %s from %s", folder.c_str(), counted(subjects_in(draft), "subject").c_str(),
              counted(draft.cells, "cell").c_str(), name_of(draft.kind));
  if (const auto failed = without_rate(draft); failed > 0) std::printf(", %zu of them without a rate", failed);
  std::printf("\n");
  for (const auto& [subject, name] : draft.renamed)
    std::printf("  named     %s is %s\n", control::one_line(name).c_str(), subject.c_str());
  for (const auto& each : draft.left_out) std::printf("  left out  %s\n", control::one_line(each).c_str());
  if (!draft.shared && draft.arms.size() > 1)
    std::printf(
        "  no blocks are shared: subjects that ran one after the other get no verdict. If the tool took turns,\n"
        "  import again with --interleaved (and another --output)\n");
  std::printf("  see       feedrate report %s\n", folder.starts_with("runs/") ? folder.c_str() + 5 : folder.c_str());
}

// Nothing is said of an import that takes no time.
Status write_with_progress(control::Store& store, const control::ImportDraft& draft) {
  ProgressScreen screen;
  const std::int64_t start = host::monotonic_ns();
  return control::write_draft(store, draft, [&](std::size_t done) {
    const double elapsed = static_cast<double>(host::monotonic_ns() - start) * 1e-9;
    if (elapsed < kQuietSeconds || done == 0) return;
    const double left = elapsed * static_cast<double>(draft.blocks.size() - done) / static_cast<double>(done);
    screen.show("importing", format("{} of {} blocks · {} left", done, draft.blocks.size(), control::about(left)));
  });
}

Expected<int> import_results(const Arguments& arguments) {
  FEEDRATE_TRY(options, import_options(arguments));
  FEEDRATE_TRY(sources, import_sources(arguments));
  FEEDRATE_TRY(folder, import_folder(arguments));
  // Everything is read and found right before anything is written.
  FEEDRATE_TRY(draft, control::draft_import(sources, options));
  FEEDRATE_TRY(store, control::Store::create(folder));
  FEEDRATE_TRY(lock, store.lock());
  static_cast<void>(lock);
  FEEDRATE_TRY_STATUS(check_free(store, draft, folder));
  FEEDRATE_TRY_STATUS(write_with_progress(store, draft));
  FEEDRATE_TRY_STATUS(save_plan(store, plan_of(draft, folder)));
  if (arguments.has("--json"))
    std::printf("%s\n", pretty_json(import_json(draft, folder)).c_str());
  else
    print_import(draft, folder);
  return kOk;
}

}  // namespace

Verb import_verb() {
  return {
      {"import",
       "more",
       "results of other tools as a run, for report and compare",
       "printf 'subject,seconds\\nold,1.32\\nnew,1.18\\n' > times.csv && feedrate import times.csv",
       {{"FILE", "google-benchmark, pyperf, hyperfine or pytest-benchmark JSON, CSV, batch_times.jsonl", true, true}},
       {{"--as", "KIND", "what the files are, where their content does not tell"},
        {"--output", "DIR", "the run's folder (./runs/NAME of the first file unless given)"},
        {"--map", "COLUMN=KEY", "CSV: which column is subject, rate, seconds, block, session or batch", true},
        {"--subject", "NAME", "what was measured, where the file does not say"},
        {"--interleaved", "", "the tool took turns: repetition i of every subject is block i"},
        {"--json", "", "for programs"}}},
      import_results};
}

}  // namespace feedrate::app
