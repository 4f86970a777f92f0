#include <cstdio>
#include <filesystem>

#include "feedrate/app/cli/experiment.h"
#include "feedrate/app/cli/verb.h"
#include "feedrate/base/json.h"
#include "feedrate/control/config/judge.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

Expected<int> judge_documents(const Arguments& arguments) {
  FEEDRATE_TRY(installation, find_installation());
  for (const auto& file : arguments.all("FILE")) {
    FEEDRATE_TRY(text, host::read_file(file));
    const auto folder = std::filesystem::absolute(file).parent_path().string();
    FEEDRATE_TRY(judged, control::judge(arguments.get("KIND"), text, file, recipe_finder(folder, installation)));
    std::puts(canonical_json(control::write_judged(file, judged)).c_str());
  }
  return kOk;
}

}  // namespace

Verb judge_verb() {
  return {
      {"judge",
       "",
       "whether documents are right, one line of JSON each",
       "feedrate judge experiment configs/first.yaml",
       {{"KIND", "experiment, recipe, block, order, capability, record or receipt"}, {"FILE", "documents", true, true}},
       {}},
      judge_documents};
}

}  // namespace feedrate::app
