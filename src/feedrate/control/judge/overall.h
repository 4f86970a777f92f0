// Subjects against the reference over all comparisons of a table, counting only those in which every subject has a
// ratio: who lacks what is slow would otherwise look fast. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "feedrate/control/judge/table.h"

namespace feedrate::control {

struct OverallRow {
  std::string name;
  double ratio = 1;                         // geometric mean over the shared comparisons
  std::optional<stats::Interval> interval;  // 95 %; absent for the reference, and where a comparison has one block
  bool parts = false;                       // from the next one: their intervals do not touch
};

struct Overall {
  std::string reference;
  int comparisons = 0;
  int shared = 0;                // in which all subjects have a ratio
  std::vector<OverallRow> rows;  // the fastest first; none where nothing is shared
};

// Absent with fewer than three comparisons, two subjects, or where comparisons differ in their reference. A subject
// without a single ratio is not counted.
std::optional<Overall> overall_of(const Table& table);

}  // namespace feedrate::control
