// The names of things, computed from their content. Only C++ hashes; numbers enter as canonical decimal text, and paths
// of a machine enter nothing.
#pragma once

#include <string>

#include "feedrate/contract/block/block.h"

namespace feedrate::contract {

// H(scope, media, data fingerprint, expanded recipe, subject, settings, clock rules).
std::string case_id(const CaseSpec& spec);
// The same for every case that differs from this one only in its subject.
std::string comparison_id(const CaseSpec& spec);
std::string cell_id(const std::string& case_id, const std::string& build, const std::string& plan, int block,
                    int attempt);

}  // namespace feedrate::contract
