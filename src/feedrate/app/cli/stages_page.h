// The stages of the native pipeline, for people and for programs. Pure.
#pragma once

#include <string>

#include "feedrate/contract/record/stage_trial.h"
#include "feedrate/contract/work/work.h"
#include "feedrate/control/report/report.h"

namespace feedrate::app {

struct StagesPage {
  contract::CaseSpec what;
  contract::StageTrial trial;
};

std::string render_stages_terminal(const StagesPage& page, const control::Screen& screen);
Value stages_json(const StagesPage& page);

}  // namespace feedrate::app
