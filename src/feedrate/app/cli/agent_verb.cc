#include <cstdio>
#include <filesystem>

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

Expected<int> run_agent(const Arguments& arguments) {
  watch_signals();
  const std::string& file = arguments.get("BLOCK");
  FEEDRATE_TRY(text, host::read_file(file));
  FEEDRATE_TRY(value, parse_json(text, file));
  FEEDRATE_TRY(block, contract::read_block(value, file));
  FEEDRATE_TRY(lock, host::Lock::acquire((std::filesystem::path(file).parent_path() / "agent.lock").string()));
  static_cast<void>(lock);
  host::become_reaper();
  const auto status = agent::run_block(block, arguments.get("OUT"), print, was_interrupted);
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
           {}},
          run_agent};
}

}  // namespace feedrate::app
