// Numbers as text. For people they are rounded by the interval's size, with a blank between thousands; for programs
// they keep twelve digits, because the last bits of a double differ between compilers and say nothing.
#pragma once

#include <optional>
#include <string>

#include "feedrate/control/judge/estimate.h"

namespace feedrate::control {

struct NumberText {
  std::string value;     // "1 043"
  std::string interval;  // "[1 010, 1 077]", or empty
};

// All numbers are positive. Digits: two of the interval's width, and never fewer than two of the number itself; three
// where there is no interval.
NumberText rounded(double value, const std::optional<stats::Interval>& interval);

// "5 %", "0.53 %"
std::string percent(double share);

double twelve_digits(double number);

}  // namespace feedrate::control
