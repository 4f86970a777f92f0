// An axis of a figure: from 0, or logarithmic where values lie far apart. Pure.
#pragma once

#include <string>
#include <vector>

namespace feedrate::control {

struct Axis {
  double low = 0;
  double high = 1;
  bool is_log = false;

  // From 0 at its beginning to 1 at its end.
  [[nodiscard]] double share(double value) const;
};
// For values from `least` to `most`, both above 0.
Axis axis_over(double least, double most);

// Round numbers, two to six of them.
std::vector<double> ticks_of(const Axis& axis);
std::string tick_text(double tick);

}  // namespace feedrate::control
