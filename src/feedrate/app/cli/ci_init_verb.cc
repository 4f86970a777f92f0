// A workflow that installs feedrate, holds a change against the branch it goes to, and publishes what was found.
#include <cstdio>
#include <filesystem>

#include "feedrate/app/cli/verb.h"
#include "feedrate/host/files.h"

namespace feedrate::app {
namespace {

constexpr const char* kWorkflow =
    R"(# Written by `feedrate ci init`. Holds a pull request's data loading against the branch it goes to, both measured in the same blocks
# on the same machine. Red only when a loss is certain: CANNOT TELL is a warning, with what it would take to tell.
name: feedrate
on: pull_request
jobs:
  gate:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    steps:
      - uses: actions/checkout@v4
        with: {{fetch-depth: 0}}
      - uses: actions/setup-python@v5
        with: {{python-version: "3.12"}}
      - name: install
        run: pip install feedrate
      - name: gate
        env: {{BASE: "${{{{ github.base_ref }}}}"}}
        run: |
          code=0
          feedrate doctor | tee doctor.txt
          feedrate gate {0} --against "git:origin/$BASE" > gate.txt || code=$?
          cat gate.txt
          {{ echo '### feedrate'; echo '```'; cat gate.txt; echo; cat doctor.txt; echo '```'; }} >> "$GITHUB_STEP_SUMMARY"
          if [ "$code" -eq 4 ]; then echo "::warning::feedrate cannot tell: see the summary"; code=0; fi
          exit "$code"
      - uses: actions/upload-artifact@v4
        if: always()
        with: {{name: feedrate-runs, path: runs}}
)";

Expected<int> init(const Arguments& arguments) {
  const std::string file = arguments.find("--file").value_or(".github/workflows/feedrate.yml");
  const std::string experiment = arguments.get("EXP");
  if (!host::exists(experiment))
    return input_error(
        format("there is no experiment file {}; a workflow needs one that is in the repository", experiment));
  if (host::exists(file))
    return input_error(format("{} is there already; remove it, or write elsewhere: --file FILE", file));
  const auto folder = std::filesystem::path(file).parent_path().string();
  if (!folder.empty()) FEEDRATE_TRY_STATUS(host::make_folders(folder));
  FEEDRATE_TRY_STATUS(host::write_file(file, format(kWorkflow, experiment)));
  std::printf("wrote %s\n  it runs: feedrate gate %s --against git:origin/BASE\n", file.c_str(), experiment.c_str());
  return kOk;
}

}  // namespace

Verb ci_init_verb() {
  return {{"ci init",
           "more",
           "writes a workflow that gates pull requests and publishes a summary",
           "feedrate ci init ./mine.yaml",
           {{"EXP", "an experiment's YAML file"}},
           {{"--file", "FILE", "where to (.github/workflows/feedrate.yml unless given)"}}},
          init};
}

}  // namespace feedrate::app
