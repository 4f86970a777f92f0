// What tune found, for people and for programs. Pure.
#pragma once

#include <string>

#include "feedrate/control/campaign/run_tune.h"
#include "feedrate/control/report/report.h"

namespace feedrate::app {

struct TunePage {
  std::string subject;
  const control::TuneCases* cases = nullptr;
  const control::TuneResult* result = nullptr;  // with a winner
  control::TuneBudget budget;
};

enum class TargetState { kReached, kNotReached, kUnclear };
// Whether the winner reaches the target, by all blocks it was in; absent without a target.
std::optional<TargetState> target_state(const TunePage& page);

std::string render_tune_terminal(const TunePage& page, const control::Screen& screen);
std::string render_tune_json(const TunePage& page);

// The winner as it is written where the subject is used.
std::vector<std::string> lines_to_paste(const TunePage& page);

}  // namespace feedrate::app
