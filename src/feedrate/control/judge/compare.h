// `compare`: two selections of results, paired by block, and what may be said about the second against the first. Pure:
// records in, values out. Measures nothing; results that were not interleaved get no verdict.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "feedrate/base/error.h"
#include "feedrate/control/judge/outlook.h"
#include "feedrate/control/judge/table.h"

namespace feedrate::control {

struct CompareSide {
  std::string run;                     // its folder, spelt the same for the same run: only cells of one run can share
                                       // a block. Shown by its last part where that tells the two apart
  std::optional<std::string> subject;  // else any
  std::optional<std::string> build;    // first digits of its id, else any
  std::span<const contract::Record> finished;
};

struct Compared {
  CaseParts parts;
  std::string profile;
  TableRow a;  // `name` is RUN:SUBJECT as it would be typed
  TableRow b;
  Interleaving interleaving;
  double tolerance = kDefaultTolerance;
  std::optional<PairedRatio> ratio;  // of b against a: over 1 is b the faster one
  std::optional<Outlook> outlook;    // where there is no ratio, but two rates
  Judgement judgement;
};

// Without subjects the same case is compared (two builds, two runs); with one, the same work. Faults: kInput when more
// than one case is common to both, or a name is unknown; kNotComparable for another profile or other work; kFailed when
// a side has no finished block.
Expected<Compared> compare(const CompareSide& a, const CompareSide& b, double tolerance);

}  // namespace feedrate::control
