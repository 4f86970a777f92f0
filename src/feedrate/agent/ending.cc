#include "feedrate/agent/ending.h"

#include <cstring>

#include "feedrate/base/format.h"

namespace feedrate::agent {

std::string signal_name(int number) {
  const char* abbreviation = sigabbrev_np(number);
  return abbreviation == nullptr ? std::to_string(number) : format("SIG{}", abbreviation);
}

contract::Failed failed_by(const host::Ending& ending, const std::string& after, const std::string& last_line) {
  const std::string last = last_line.empty() ? "" : format("; it last wrote: {}", last_line);
  if (ending.signal != 0)
    return {contract::Cause::kSignal, format("ended by {} {}{}", signal_name(ending.signal), after, last)};
  return {ending.code != 0 ? contract::Cause::kExit : contract::Cause::kIncomplete,
          format("ended with code {} {}{}", ending.code, after, last)};
}

}  // namespace feedrate::agent
