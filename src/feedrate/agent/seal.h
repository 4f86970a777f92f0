// Writes what a block leaves behind: a record a cell, its log and batch times beside it, the environment, and at the
// very end the receipt. Nothing written is ever changed.
#pragma once

#include <string>
#include <vector>

#include "feedrate/agent/marks_folder.h"
#include "feedrate/contract/block/block.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/host/machine.h"

namespace feedrate::agent {

// A cell whose processes are gone.
struct FinishedCell {
  const contract::ProcessGroup& group;  // it is the first cell of
  const MarksFolder& marks;
  std::string started;
  std::vector<std::string> labels;
  contract::Evidence evidence;
  contract::Outcome outcome;
  std::string log;
};

class Seal {
 public:
  Seal(const contract::BlockSpec& block, std::string out);

  // Makes the folder and writes the environment: a place that cannot be written to is known before anything runs.
  Status open();
  Status cell(const FinishedCell& cell);
  Status receipt();

 private:
  const contract::BlockSpec& block_;
  std::string out_;
  host::Machine machine_;
  std::string environment_;
  std::vector<std::string> sealed_;
};

}  // namespace feedrate::agent
