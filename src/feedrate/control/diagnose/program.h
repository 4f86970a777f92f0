// What a watched program's record means: the verdict, where the loader's time goes, and why, each sentence with its
// evidence. Where there is no evidence there is no sentence. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "feedrate/contract/record/record.h"
#include "feedrate/measure/bound.h"

namespace feedrate::control {

struct StageRow {
  std::string name;
  bool in_workers = false;
  double busy_ms = 0;                   // a sample
  double share = 0;                     // of all stages' work
  std::optional<double> wait_share;     // of the worker's time, for something to do
  std::optional<double> blocked_share;  // of its work off the CPU: storage, a lock, a server
  bool limiting = false;
};

struct Diagnosis {
  measure::BoundEstimate bound;
  std::string summary;  // the verdict in half a sentence
  std::vector<StageRow> stages;
  std::vector<std::string> why;
  std::vector<std::string> notes;  // what else was found: gaps between epochs, growing memory
  std::vector<std::string> not_measured;
};

// Batches whose stages were timed. A step that is not done for every batch has fewer.
std::int64_t timed_batches(const contract::ProgramEvidence& program);

// Of one rank: the window counts what all ranks took together as one.
double samples_a_batch(const contract::Evidence& evidence);

// Absent where the record has no whole block of segments.
std::optional<Diagnosis> diagnose(const contract::Record& record);

}  // namespace feedrate::control
