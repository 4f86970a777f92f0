// feedrate: parse the command line, run one verb, turn the one remaining error into a message and an exit code.
#include <cstdio>
#include <string>
#include <vector>

#include "feedrate/app/cli/verb.h"

int main(int argc, char** argv) {
  using namespace feedrate::app;
  const auto verbs = all_verbs();
  std::vector<VerbSpec> specs;
  for (const auto& verb : verbs) specs.push_back(verb.spec);
  const auto parsed = parse_arguments(specs, {argv + 1, argv + argc});
  if (parsed && parsed->help) {
    std::fputs(parsed->help->c_str(), stdout);
    return kOk;
  }
  const auto code = parsed ? verbs[parsed->verb].run(parsed->arguments)
                           : feedrate::Expected<int>(feedrate::Unexpected(parsed.error()));
  if (code) return *code;
  std::fprintf(stderr, "feedrate: %s\n", code.error().text().c_str());
  return exit_code(code.error());
}
