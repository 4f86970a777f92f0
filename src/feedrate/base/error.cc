#include "feedrate/base/error.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace feedrate {

std::string Error::text() const {
  std::string out = message;
  for (const auto& line : context) out += "\n  while " + line;
  return out;
}

std::string Error::line() const {
  std::string out = message;
  for (const auto& each : context) out += "; while " + each;
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

Unexpected input_error(std::string message) { return Unexpected(Error{Fault::kInput, std::move(message), {}}); }

Unexpected failure(std::string message) { return Unexpected(Error{Fault::kFailed, std::move(message), {}}); }

Unexpected system_failure(std::string_view message, int code) {
  return failure(format("{}: {}", message, std::generic_category().message(code)));
}

Unexpected while_doing(Error error, std::string context) {
  error.context.push_back(std::move(context));
  return Unexpected(std::move(error));
}

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "feedrate: internal error: %s does not hold at %s:%d. This is our mistake; please report it.\n",
               condition, file, line);
  std::abort();
}

}  // namespace feedrate
