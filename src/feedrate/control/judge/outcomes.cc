#include "feedrate/control/judge/outcomes.h"

#include <map>
#include <set>

#include "feedrate/base/format.h"

namespace feedrate::control {
namespace {

struct Reason {
  std::string operator()(const contract::Measured& /*unused*/) const { return ""; }
  std::string operator()(const contract::Slow& slow) const {
    return format("{:.3g} samples/s seen, {:.3g} samples/s asked for", slow.rate, slow.floor);
  }
  std::string operator()(const contract::Unsupported& unsupported) const { return unsupported.reason; }
  std::string operator()(const contract::Failed& failed) const {
    return format("{}: {}", name_of(failed.cause), failed.reason);
  }
  std::string operator()(const contract::Hung& hung) const {
    return format("stopped after {:.3g} s, waiting for {}", hung.after_seconds, hung.stage);
  }
};

struct Ended {
  int cells = 0;
  std::string first_reason;
  std::set<std::string> reasons;
};

std::string note_of(OutcomeKind kind, const Ended& ended, std::size_t cells) {
  std::string out = format("{} of {} blocks {}: {}", ended.cells, cells, name_of(kind), ended.first_reason);
  if (ended.reasons.size() > 1) out += format(" (and {} other)", ended.reasons.size() - 1);
  return out;
}

std::vector<LabelCount> labels_of(const Arm& arm) {
  std::map<std::string, int> count;
  for (const auto* cell : arm.cells) {
    std::set<std::string> labels(cell->labels.begin(), cell->labels.end());
    if (const auto* measured = std::get_if<contract::Measured>(&cell->outcome)) {
      if (measured->disturbed) labels.insert("disturbed");
      if (measured->steady == false) labels.insert("not-steady");
    }
    for (const auto& label : labels) ++count[label];
  }
  std::vector<LabelCount> out;
  for (const auto& [label, cells] : count) out.push_back({label, cells});
  return out;
}

}  // namespace

OutcomeSummary summarise_outcomes(const Arm& arm) {
  std::map<OutcomeKind, Ended> by_kind;
  for (const auto* cell : arm.cells) {
    Ended& ended = by_kind[static_cast<OutcomeKind>(cell->outcome.index())];
    const std::string reason = std::visit(Reason{}, cell->outcome);
    if (ended.cells++ == 0) ended.first_reason = reason;
    ended.reasons.insert(reason);
  }
  OutcomeSummary out;
  out.labels = labels_of(arm);
  int most = 0;
  for (const auto& [kind, ended] : by_kind) {
    if (ended.cells <= most) continue;
    most = ended.cells;
    out.kind = kind;
    if (kind == OutcomeKind::kMeasured) break;  // some rate is worth more than many reasons; the rest become notes
  }
  for (const auto& [kind, ended] : by_kind) {
    if (kind == out.kind)
      out.reason = ended.first_reason;
    else
      out.notes.push_back(note_of(kind, ended, arm.cells.size()));
    if (kind == out.kind && ended.reasons.size() > 1) out.notes.push_back(note_of(kind, ended, arm.cells.size()));
  }
  return out;
}

}  // namespace feedrate::control
