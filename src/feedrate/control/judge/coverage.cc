#include "feedrate/control/judge/coverage.h"

#include "feedrate/control/judge/conformance.h"
#include "feedrate/control/judge/outcomes.h"

namespace feedrate::control {
namespace {

Covered covered_by(OutcomeKind kind) {
  switch (kind) {
    case OutcomeKind::kMeasured:
      return Covered::kMeasured;
    case OutcomeKind::kSlow:
      return Covered::kSlow;
    case OutcomeKind::kUnsupported:
      return Covered::kUnsupported;
    case OutcomeKind::kFailed:
      return Covered::kFailed;
    case OutcomeKind::kHung:
      return Covered::kHung;
  }
  return Covered::kMissing;
}

}  // namespace

Coverage coverage_of(const std::vector<const Arm*>& arms, bool is_stale) {
  Coverage out;
  for (const auto* arm : arms) {
    const auto ended = summarise_outcomes(*arm);
    // On several machines: the one that got furthest.
    const Covered state = covered_by(ended.kind);
    if (out.blocks > 0 && state >= out.state) continue;
    out = {state, ended.reason, static_cast<int>(arm->cells.size())};
    const auto conforms = conformance_of(*arm);
    if (state == Covered::kMeasured && conforms && !conforms->same)
      out = {Covered::kOtherwise, conforms->text, out.blocks};
  }
  if (out.state == Covered::kMissing && is_stale)
    return {Covered::kStale, "there are only cells of other software or another plan", 0};
  if (out.state == Covered::kMissing) out.reason = "no finished block";
  return out;
}

}  // namespace feedrate::control
