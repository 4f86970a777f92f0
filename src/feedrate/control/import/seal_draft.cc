#include <algorithm>

#include "feedrate/contract/ids.h"
#include "feedrate/control/import/draft.h"
#include "feedrate/stats/summary.h"

namespace feedrate::control {
namespace {

contract::WindowEvidence window_of(const Timed& timed) {
  std::vector<double> gaps = timed.parts;
  if (gaps.empty()) gaps = {timed.seconds};
  std::sort(gaps.begin(), gaps.end());
  contract::WindowEvidence out;
  out.batches = static_cast<std::int64_t>(gaps.size());
  out.samples = timed.samples;
  out.seconds = timed.seconds;
  out.rate = static_cast<double>(timed.samples) / timed.seconds;
  out.gap_p50 = stats::quantile(gaps, 0.5);
  out.gap_p90 = stats::quantile(gaps, 0.9);
  out.gap_p99 = stats::quantile(gaps, 0.99);
  return out;
}

struct Ending {
  contract::Record& record;
  void operator()(const Timed& timed) const {
    record.evidence.window = window_of(timed);
    record.outcome = contract::Measured{};
  }
  void operator()(const contract::Failed& failed) const { record.outcome = failed; }
  void operator()(const contract::Unsupported& unsupported) const { record.outcome = unsupported; }
};

contract::Record record_of(const contract::BlockSpec& spec, const contract::ProcessGroup& group, const DraftArm& arm,
                           const DraftCell& cell) {
  contract::Record out;
  out.id = group.cells.front().id;
  out.case_id = group.cells.front().case_id;
  out.comparison = spec.comparison;
  out.plan = spec.plan;
  out.block_id = spec.id;
  out.block = spec.number;
  out.attempt = spec.attempt;
  out.build = arm.build;
  out.profile = arm.profile;
  out.environment = cell.environment;
  out.node = arm.node;
  out.started = cell.repetition.started.empty() ? "unknown" : cell.repetition.started;
  out.what = arm.what;
  out.scope = {Alternatives<contract::Work>::names[arm.what.work.index()], contract::Clock::kMonotonic,
               spec.interleave};
  out.labels = {contract::kImportedLabel};
  std::visit(Ending{out}, cell.repetition.result);
  return out;
}

}  // namespace

SealedBlock seal_draft(const ImportDraft& draft, const DraftBlock& block, int attempt) {
  SealedBlock out;
  out.spec.id = block_id_of(draft, block);
  out.spec.plan = draft.plan;
  out.spec.comparison = draft.comparison;
  out.spec.number = block.number;
  out.spec.attempt = attempt;
  out.spec.interleave = contract::Alternate{format("imported from {}", name_of(draft.kind))};
  out.receipt = {out.spec.id, attempt, {}};
  for (const auto& cell : block.cells) {
    const DraftArm& arm = draft.arms[cell.arm];
    contract::ProcessGroup group;
    group.subject = arm.what.subject;
    group.build = arm.build;
    group.start.command = std::get<contract::ProgramWork>(arm.what.work).command;
    const std::string case_id = contract::case_id(arm.what);
    group.cells = {{contract::cell_id(case_id, arm.build, draft.plan, block.number, attempt), case_id, arm.what}};
    out.records.push_back(record_of(out.spec, group, arm, cell));
    out.receipt.cells.push_back(group.cells.front().id);
    out.spec.order.push_back(std::move(group));
  }
  return out;
}

}  // namespace feedrate::control
