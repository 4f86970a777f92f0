// A ladder: changes one on top of the other, each against the one before and against where it began. Its rungs are
// subjects of one comparison, in the order that a person names them. Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/control/judge/table.h"

namespace feedrate::control {

struct Rung {
  std::string subject;
  std::string change;  // libraries that came, went or have another version, and what is said of the row
  std::optional<RateEstimate> rate;
  std::optional<PairedRatio> step;   // against the rung before
  std::optional<PairedRatio> whole;  // against the first
  std::string no_step;               // why it is not there, of a rung above the first
  std::string no_whole;
};

struct Ladder {
  CaseParts parts;
  std::string profile;
  std::vector<Rung> rungs;
};

// One for each comparison that has at least two of the subjects. A subject that no comparison has is an input error.
Expected<std::vector<Ladder>> judge_ladders(std::span<const contract::Record> finished,
                                            const std::vector<std::string>& subjects, double tolerance);

}  // namespace feedrate::control
