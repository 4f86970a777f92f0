// A workload's sessions over time: where its rate changed level, and has stayed there. Used by `baseline show`. Pure.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "feedrate/contract/baseline/baseline.h"

namespace feedrate::control {

struct HistoryChange {
  std::string name;   // of the case
  std::string from;   // when the first session of the new level started
  double change = 0;  // log of new over old
  double p = 1;       // how often the same sessions in random order look as bad
};

// Sessions in any order. A level has three sessions or more; below p = 0.01 it is told.
std::vector<HistoryChange> changes_of(std::vector<contract::Session> sessions);

}  // namespace feedrate::control
