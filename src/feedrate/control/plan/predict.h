// How long a plan will take, from what earlier cells took or, before any ran, from guesses that say so in docs. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "feedrate/control/plan/plan.h"

namespace feedrate::control {

struct PastCell {
  double rate = 0;  // samples/s
  std::optional<double> first_batch_seconds;
};
using History = std::map<std::string, PastCell>;  // by case id

double predict_seconds(const Plan& plan, const History& history);

// "about" in words: 40 s, 4 min, 2.5 h.
std::string about(double seconds);

}  // namespace feedrate::control
