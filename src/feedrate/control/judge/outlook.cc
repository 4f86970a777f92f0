#include "feedrate/control/judge/outlook.h"

#include <algorithm>
#include <cmath>

#include "feedrate/control/judge/estimate.h"
#include "feedrate/control/judge/verdict.h"
#include "feedrate/stats/ratio.h"

namespace feedrate::control {
namespace {

constexpr double kSdConfidence = 0.8;

// The ratio of two arms that scatter by `sd` each, and independently, scatters by sqrt(2) times that. Blocks that ran
// together share the machine of the moment and may do better.
std::optional<std::size_t> blocks_for(double sd, double target) {
  const auto pairs = stats::pairs_for_half_width(std::sqrt(2.0) * sd, target, kMostBlocks);
  if (!pairs) return {};
  return std::max(*pairs, kFewestForVerdict);
}

}  // namespace

std::optional<Outlook> outlook_of(double log_ratio, double tolerance, const std::vector<const Arm*>& arms) {
  Outlook out;
  double squares = 0;
  for (const auto* arm : arms) {
    const auto logs = stats::summarise(window_logs(*arm));
    if (!logs.sd) continue;
    const auto degrees = static_cast<int>(logs.n) - 1;
    squares += *logs.sd * *logs.sd * degrees;
    out.degrees += degrees;
  }
  if (out.degrees == 0) return {};
  out.sd = std::sqrt(squares / out.degrees);
  const double target = telling_half_width(log_ratio, tolerance);
  const double upper = stats::sd_upper_bound(out.sd, static_cast<std::size_t>(out.degrees) + 1, kSdConfidence);
  out.blocks = blocks_for(out.sd, target);
  out.cautious = blocks_for(upper, target);
  return out;
}

}  // namespace feedrate::control
