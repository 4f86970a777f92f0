// Gates on a recorded series: reads the log ratios of blocks, one a line, and runs gate after gate on blocks that no
// other gate has used. One line a gate: verdict, blocks, change in percent. What is left when the series ends before a
// verdict is no gate.
//
//   replay_gates TOLERANCE < SERIES       such as 0.03
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "feedrate/control/judge/gate_rule.h"

int main(int argc, char** argv) {
  const double tolerance = argc == 2 ? std::strtod(argv[1], nullptr) : 0;
  if (!(tolerance > 0 && tolerance < 1)) {
    std::fputs("usage: replay_gates TOLERANCE < SERIES\n", stderr);
    return 2;
  }
  std::vector<double> logs;
  for (double log = 0; std::scanf("%lf", &log) == 1;) logs.push_back(log);
  std::span<const double> left(logs);
  for (;;) {
    const auto state = feedrate::control::gate(left, tolerance);
    if (!state.verdict) return 0;
    const int used = state.looked_at + state.confirmed_by + state.set_aside;
    std::printf("%s\t%d\t%+.2f\n", feedrate::name_of(*state.verdict), used, 100 * std::expm1(state.logs.mean));
    left = left.subspan(static_cast<std::size_t>(used));
  }
}
