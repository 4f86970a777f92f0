// Which records count, and how they hang together: an arm is the cells of one case with one build on one profile, one a
// block. Used by the table and by compare. Pure; records must outlive the arms. Does not know orphans: the store leaves
// cells of unfinished blocks out before.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "feedrate/contract/record/record.h"

namespace feedrate::control {

struct Arm {
  std::string comparison;
  std::string profile;
  std::string subject;
  std::string case_id;
  std::string build;
  std::vector<const contract::Record*> cells;  // by block
};

// Cells that enter nothing.
struct LeftOut {
  int burn_in = 0;     // of the first block of a comparison, which only shows whether freezing is harmless
  int superseded = 0;  // of a block that a later attempt repeated
};

struct Arms {
  std::vector<Arm> arms;  // sorted by comparison, profile, subject, case and build, whatever the order of the records
  LeftOut left_out;
};

Arms arms_of(std::span<const contract::Record> finished);

// Measured by another tool.
bool is_imported(const contract::Record& record);

}  // namespace feedrate::control
