// What `wrap` prints. Pure: the same page gives the same bytes.
#pragma once

#include <string>
#include <vector>

#include "feedrate/contract/record/record.h"
#include "feedrate/control/diagnose/advice.h"
#include "feedrate/control/diagnose/program.h"
#include "feedrate/control/report/report.h"

namespace feedrate::control {

struct ProgramPage {
  std::string program;                       // "train.py"
  int starts = 1;                            // of the program, for this answer
  const contract::Record* record = nullptr;  // of a watched program
  Diagnosis diagnosis;
  std::vector<Advice> advice;
  std::string check;               // the command that checks the advice
  std::optional<Checked> checked;  // this very run was predicted
  TrackRecord track;               // of all predictions, this one too
  std::string afterwards;          // what became of the program
};

// Several loaders before the same step.
struct QuickPage {
  std::string data;
  int batch = 0;
  double step_seconds = 0;
  std::vector<ProgramPage> loaders;  // the one that was asked about first
  std::vector<std::string> not_measured;
};

std::string render_quick_terminal(const QuickPage& page, const Screen& screen);
std::string render_quick_json(const QuickPage& page);
std::string render_program_terminal(const ProgramPage& page, const Screen& screen);
// `checked`: the same program as it was advised, where that was tried.
std::string render_program_json(const ProgramPage& page, const ProgramPage* checked = nullptr);

}  // namespace feedrate::control
