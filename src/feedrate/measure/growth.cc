#include "feedrate/measure/growth.h"

namespace feedrate::measure {

std::optional<contract::MemoryEvidence> measure_growth(std::span<const MemoryLook> looks) {
  if (looks.empty()) return {};
  contract::MemoryEvidence out;
  out.looks = static_cast<std::int64_t>(looks.size());
  out.pss_bytes = looks.back().pss;
  out.uss_bytes = looks.back().uss;
  out.grown_bytes = looks.back().pss - looks.front().pss;
  if (looks.size() < kFewestLooks) return out;
  double mean_x = 0;
  double mean_y = 0;
  const auto n = static_cast<double>(looks.size());
  for (const auto& look : looks) {
    mean_x += look.seconds / n;
    mean_y += static_cast<double>(look.pss) / n;
  }
  double xy = 0;
  double xx = 0;
  for (const auto& look : looks) {
    xy += (look.seconds - mean_x) * (static_cast<double>(look.pss) - mean_y);
    xx += (look.seconds - mean_x) * (look.seconds - mean_x);
  }
  if (xx > 0) out.bytes_a_second = xy / xx;
  return out;
}

}  // namespace feedrate::measure
