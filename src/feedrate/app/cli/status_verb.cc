#include <cstdio>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/stored_plan.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

Expected<std::vector<std::string>> runs_to_show(const Arguments& arguments) {
  std::vector<std::string> out;
  if (const auto run = arguments.find("RUN")) {
    FEEDRATE_TRY(folder, find_run(*run));
    return std::vector<std::string>{folder};
  }
  if (auto names = host::list_folder("runs"))
    for (const auto& name : *names)
      if (host::exists("runs/" + name + "/plan.json")) out.push_back("runs/" + name);
  if (out.empty()) return input_error("there are no runs in ./runs; make one: feedrate run EXP");
  return out;
}

Value to_json(const control::Progress& progress) {
  Value out = Value::map();
  out.set("total", Value::integer(progress.total));
  out.set("done", Value::integer(progress.done));
  out.set("running", Value::integer(progress.running));
  out.set("queued", Value::integer(progress.queued));
  out.set("failed", Value::integer(progress.failed));
  return out;
}

Expected<int> show_status(const Arguments& arguments) {
  FEEDRATE_TRY(folders, runs_to_show(arguments));
  if (arguments.has("--json") && folders.size() > 1)
    return input_error("there is more than one run; name one: feedrate status RUN --json");
  for (const auto& folder : folders) {
    FEEDRATE_TRY(store, control::Store::open(folder));
    if (arguments.has("--rebuild")) FEEDRATE_TRY_STATUS(store.rebuild_index());
    FEEDRATE_TRY(plan, load_plan(store));
    FEEDRATE_TRY(progress, store.progress(plan.id, plan.cells));
    if (arguments.has("--json")) {
      std::printf("%s\n", pretty_json(to_json(progress)).c_str());
      continue;
    }
    FEEDRATE_TRY(counts, store.counts(plan.id));
    std::printf("%s  %lld cells: %lld done, %lld running, %lld queued, %lld failed", folder.c_str(),
                static_cast<long long>(progress.total), static_cast<long long>(progress.done),
                static_cast<long long>(progress.running), static_cast<long long>(progress.queued),
                static_cast<long long>(progress.failed));
    if (counts.orphans > 0)
      std::printf("; %lld orphans of interrupted blocks, in no statistic", static_cast<long long>(counts.orphans));
    std::printf("\n");
  }
  return kOk;
}

}  // namespace

Verb status_verb() {
  return {{"status",
           "measure",
           "how far runs are",
           "feedrate status first",
           {{"RUN", "a run's name or folder; all runs in ./runs unless given", false}},
           {{"--json", "", "for programs"}, {"--rebuild", "", "fill the index anew from the cells first"}}},
          show_status};
}

}  // namespace feedrate::app
