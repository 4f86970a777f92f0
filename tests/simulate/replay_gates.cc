// Gates on a recorded series: reads a line a block, its log ratio and 1 where it was disturbed, else 0, and runs gate
// after gate on blocks that no other gate has used. One line a gate: verdict, blocks, change in percent, how many of
// the blocks were left out. What is left when the series ends before a verdict is no gate.
//
//   replay_gates TOLERANCE < SERIES       such as 0.03
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "feedrate/control/judge/gate_rule.h"

int main(int argc, char** argv) {
  const double tolerance = argc == 2 ? std::strtod(argv[1], nullptr) : 0;
  if (!(tolerance > 0 && tolerance < 1)) {
    std::fputs("usage: replay_gates TOLERANCE < SERIES\n", stderr);
    return 2;
  }
  std::vector<double> logs;
  std::vector<bool> disturbed;
  int label = 0;
  for (double log = 0; std::scanf("%lf %d", &log, &label) == 2;) {
    logs.push_back(log);
    disturbed.push_back(label != 0);
  }
  for (;;) {
    const auto state = feedrate::control::gate(logs, disturbed, tolerance);
    if (!state.verdict) return 0;
    const int used = state.looked_at + state.confirmed_by + state.set_aside + state.left_out;
    std::printf("%s\t%d\t%+.2f\t%d\n", feedrate::name_of(*state.verdict), used, 100 * std::expm1(state.logs.mean),
                state.left_out);
    logs.erase(logs.begin(), logs.begin() + used);
    disturbed.erase(disturbed.begin(), disturbed.begin() + used);
  }
}
