// How a process ended, in words.
#pragma once

#include <string>

#include "feedrate/contract/record/outcome.h"
#include "feedrate/host/tree.h"

namespace feedrate::agent {

// "SIGSEGV"
std::string signal_name(int number);
// Failed by its signal or code, with what it had done by then and what it wrote last.
contract::Failed failed_by(const host::Ending& ending, const std::string& after, const std::string& last_line);

}  // namespace feedrate::agent
