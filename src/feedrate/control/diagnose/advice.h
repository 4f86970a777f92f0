// What to try, with what it would bring: only what the evidence carries. Pure.
#pragma once

#include <string>
#include <vector>

#include "feedrate/contract/record/record.h"
#include "feedrate/control/diagnose/predict.h"
#include "feedrate/control/diagnose/program.h"

namespace feedrate::control {

struct Advice {
  std::string change;  // "workers=4", as wrap --if takes it
  Prediction predicted;
  double now = 0;  // samples/s
  std::string because;
};

// The best first; nothing where nothing is worth a try.
std::vector<Advice> advise(const contract::Record& record, const Diagnosis& diagnosis, const Cpus& cpus);

}  // namespace feedrate::control
