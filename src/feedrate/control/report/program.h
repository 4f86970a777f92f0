// What `wrap` prints. Pure: the same page gives the same bytes.
#pragma once

#include <string>

#include "feedrate/contract/record/record.h"
#include "feedrate/control/diagnose/program.h"
#include "feedrate/control/report/report.h"

namespace feedrate::control {

struct ProgramPage {
  std::string program;                       // "train.py"
  const contract::Record* record = nullptr;  // of a watched program
  Diagnosis diagnosis;
  std::string afterwards;  // what became of the program
};

std::string render_program_terminal(const ProgramPage& page, const Screen& screen);
std::string render_program_json(const ProgramPage& page);

}  // namespace feedrate::control
