// How a cell ended. Nothing is ever a zero: a cell without a rate says why.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "feedrate/base/fields.h"

namespace feedrate::contract {

struct Measured {
  std::optional<bool> steady;  // absent where it was not tested
  bool disturbed = false;      // other work on the machine
};
struct Slow {
  double rate = 0;   // samples/s seen before it was stopped
  double floor = 0;  // samples/s under which an operation counts as slow
};
struct Unsupported {
  std::string reason;
};
enum class Cause {
  kStart,       // it could not be started
  kSignal,      // ended by a signal
  kExit,        // ended with a code other than 0, or before its work was done
  kMemory,      // over its memory limit
  kMarks,       // no marks, or marks nobody can read
  kOtherCell,   // its marks claim another cell
  kIncomplete,  // too few batches for a window
  kRank,        // a rank's part is missing
};
struct Failed {
  Cause cause = Cause::kExit;
  std::string reason;
};
struct Stack {
  int pid = 0;
  std::string tool;  // gdb, py-spy, faulthandler, kernel
  std::string text;  // what it printed, or why there is nothing
  bool got = false;
};
struct Hung {
  double after_seconds = 0;  // running time when the deadline expired
  std::string stage;         // what it was waiting for: first batch, window, slices, tear-down
  std::vector<Stack> stacks;
};
using Outcome = std::variant<Measured, Slow, Unsupported, Failed, Hung>;

inline bool was_disturbed(const Outcome& outcome) {
  const auto* measured = std::get_if<Measured>(&outcome);
  return measured != nullptr && measured->disturbed;
}

}  // namespace feedrate::contract

namespace feedrate {

template <>
struct Fields<contract::Measured> {
  static constexpr auto doc = "it has a rate";
  static constexpr auto table = std::tuple{
      field("steady", &contract::Measured::steady, "whether the window was stationary, where that was tested"),
      field("disturbed", &contract::Measured::disturbed, "whether other work ran on the machine")};
};
template <>
struct Fields<contract::Slow> {
  static constexpr auto doc = "stopped early; not measured";
  static constexpr auto table = std::tuple{field("rate", &contract::Slow::rate, "samples/s seen", at_least(0)),
                                           field("floor", &contract::Slow::floor, "samples/s asked for", at_least(0))};
};
template <>
struct Fields<contract::Unsupported> {
  static constexpr auto doc = "the subject cannot do this";
  static constexpr auto table = std::tuple{field("reason", &contract::Unsupported::reason, "why", filled())};
};
template <>
struct Names<contract::Cause> {
  static constexpr std::array<std::pair<contract::Cause, const char*>, 8> names = {
      {{contract::Cause::kStart, "start"},
       {contract::Cause::kSignal, "signal"},
       {contract::Cause::kExit, "exit"},
       {contract::Cause::kMemory, "memory"},
       {contract::Cause::kMarks, "marks"},
       {contract::Cause::kOtherCell, "other-cell"},
       {contract::Cause::kIncomplete, "incomplete"},
       {contract::Cause::kRank, "rank"}}};
};
template <>
struct Fields<contract::Failed> {
  static constexpr auto doc = "it ended without a rate";
  static constexpr auto table = std::tuple{field("cause", &contract::Failed::cause, "kind of failure"),
                                           field("reason", &contract::Failed::reason, "in words", filled())};
};
template <>
struct Fields<contract::Stack> {
  static constexpr auto doc = "where a hung process was";
  static constexpr auto table =
      std::tuple{field("pid", &contract::Stack::pid, "the process", at_least(0)),
                 field("tool", &contract::Stack::tool, "what looked", filled()),
                 field("text", &contract::Stack::text, "what it printed, or why there is nothing"),
                 field("got", &contract::Stack::got, "whether it is a stack")};
};
template <>
struct Fields<contract::Hung> {
  static constexpr auto doc = "its deadline expired";
  static constexpr auto table =
      std::tuple{field("after_seconds", &contract::Hung::after_seconds, "running time by then", at_least(0)),
                 field("stage", &contract::Hung::stage, "what the agent was waiting for", filled()),
                 field("stacks", &contract::Hung::stacks, "of its processes")};
};
template <>
struct Alternatives<contract::Outcome> {
  static constexpr const char* key = "kind";
  static constexpr std::array<const char*, 5> names = {"measured", "slow", "unsupported", "failed", "hung"};
};

}  // namespace feedrate
