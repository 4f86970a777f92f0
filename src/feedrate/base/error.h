// Errors of the world (bad input, a full disk, a missing file) as values: Expected<T>. Every layer may add a line of
// context; main() turns the one that is left into one message and an exit code. Our own mistakes are FEEDRATE_CHECK.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "feedrate/base/format.h"

namespace feedrate {

// What went wrong decides the exit code, and nothing else.
enum class Fault {
  kInput,          // what the person gave us: file, flag, value
  kNotComparable,  // results that may not be compared
  kFailed,         // the world: disk, process, permission; nothing was measured
  kInterrupted,    // the person said stop; results are kept
};

struct Error {
  Fault fault = Fault::kFailed;
  std::string message;
  std::vector<std::string> context;  // innermost first

  // The message, then a line for each context, outermost last.
  [[nodiscard]] std::string text() const;
  // The same on one line.
  [[nodiscard]] std::string line() const;
};

template <class T>
using Expected = tl::expected<T, Error>;
using Status = Expected<void>;

using Unexpected = tl::unexpected<Error>;

[[nodiscard]] Unexpected input_error(std::string message);
[[nodiscard]] Unexpected failure(std::string message);
// For system calls that just failed: "MESSAGE: strerror(code)".
[[nodiscard]] Unexpected system_failure(std::string_view message, int code);
// Passes an error on, with a line that says what was being done.
[[nodiscard]] Unexpected while_doing(Error error, std::string context);

[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace feedrate

// A mistake of ours, on in every build; never reachable from input.
#define FEEDRATE_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::feedrate::check_failed(#condition, __FILE__, __LINE__))

// Binds `name` to the value of an Expected, or returns its error from the calling function.
#define FEEDRATE_TRY(name, expression)                                         \
  auto name##_or = (expression);                                               \
  if (!name##_or) return ::feedrate::Unexpected(std::move(name##_or).error()); \
  auto& name = *name##_or

// The same for an expression without a value.
#define FEEDRATE_TRY_STATUS(expression)                      \
  if (auto feedrate_status = (expression); !feedrate_status) \
  return ::feedrate::Unexpected(std::move(feedrate_status).error())
