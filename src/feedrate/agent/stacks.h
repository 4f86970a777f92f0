// Where a hung process tree is: every tool that can look is asked at once, and what has not answered in time is said to
// be missing. Never longer than its budget: the tree is killed right after.
#pragma once

#include <string>
#include <vector>

#include "feedrate/contract/record/outcome.h"
#include "feedrate/host/tree.h"

namespace feedrate::agent {

// `marks_folder` holds the faulthandler files of Python subjects; `program_folder` is where their py-spy may be.
std::vector<contract::Stack> collect_stacks(const host::Tree& tree, const std::string& marks_folder,
                                            const std::string& program_folder, double budget_seconds);

}  // namespace feedrate::agent
