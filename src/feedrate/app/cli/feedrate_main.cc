// feedrate: parse the command line, run one verb, turn the one remaining error into a message and an exit code.
#include <cstdio>
#include <string>
#include <vector>

#include "feedrate/app/cli/verb.h"

int main(int argc, char** argv) {
  namespace app = feedrate::app;
  const auto verbs = app::all_verbs();
  std::vector<app::VerbSpec> specs;
  for (const auto& verb : verbs) specs.push_back(verb.spec);
  const auto parsed = app::parse_arguments(specs, {argv + 1, argv + argc});
  if (parsed && parsed->help) {
    std::fputs(parsed->help->c_str(), stdout);
    return app::kOk;
  }
  const auto code = parsed ? verbs[parsed->verb].run(parsed->arguments)
                           : feedrate::Expected<int>(feedrate::Unexpected(parsed.error()));
  if (code) return *code;
  std::fprintf(stderr, "feedrate: %s\n", code.error().text().c_str());
  return app::exit_code(code.error());
}
