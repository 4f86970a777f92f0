#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>

#include "feedrate/agent/block_runner.h"
#include "feedrate/app/cli/signals.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/host/files.h"
#include "feedrate/host/lock.h"
#include "feedrate/host/tree.h"

namespace feedrate::app {
namespace {

void print(const contract::Progress& progress) {
  std::printf("%s\n", canonical_json(contract::write_progress(progress)).c_str());
  std::fflush(stdout);
}

Status run_file(const std::string& file, const std::string& out, agent::Waiting* waiting) {
  FEEDRATE_TRY(text, host::read_file(file));
  FEEDRATE_TRY(value, parse_json(text, file));
  FEEDRATE_TRY(block, contract::read_block(value, file));
  FEEDRATE_TRY(lock, host::Lock::acquire((std::filesystem::path(file).parent_path() / "agent.lock").string()));
  static_cast<void>(lock);
  return agent::run_block(block, out, print, was_interrupted, waiting);
}

// The first block is named on the command line, each other by its work folder, on a line of standard input.
Status run_files(const Arguments& arguments) {
  agent::Waiting waiting;
  const bool waits = arguments.has("--wait");
  FEEDRATE_TRY_STATUS(run_file(arguments.get("BLOCK"), arguments.get("OUT"), waits ? &waiting : nullptr));
  if (!waits) return {};
  for (;;) {
    std::printf("%s\n", std::string(contract::kBlockDone).c_str());
    std::fflush(stdout);
    std::string work;
    if (!std::getline(std::cin, work)) return {};
    FEEDRATE_TRY_STATUS(run_file(work + "/block.json", work + "/out", &waiting));
  }
}

Expected<int> run_agent(const Arguments& arguments) {
  watch_signals();
  host::become_reaper();
  const auto status = run_files(arguments);
  host::end_all_descendants();
  FEEDRATE_TRY_STATUS(status);
  return kOk;
}

}  // namespace

Verb agent_verb() {
  return {{"agent",
           "",
           "runs one block on this node",
           "feedrate agent block.json out",
           {{"BLOCK", "a block file"}, {"OUT", "where records go"}},
           {{"--wait", "", "then wait for others: a line each on standard input, their work folder"}}},
          run_agent};
}

}  // namespace feedrate::app
