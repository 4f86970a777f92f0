#include "feedrate/control/diagnose/program.h"

#include <algorithm>
#include <cmath>

#include "feedrate/base/format.h"
#include "feedrate/control/judge/findings.h"

namespace feedrate::control {
namespace {

using measure::Bound;

// A worker that has nothing to do for less than this is busy all the time.
constexpr double kBusyWorker = 0.15;
// More of the work off the CPU than this, and it is not the CPU that limits.
constexpr double kBlocked = 0.5;
// The ends of epochs are worth a sentence from this share of the time on.
constexpr double kGapShare = 0.05;

double percent_of(double share) { return 100 * share; }

std::string interval_text(const measure::Share& share) {
  if (!share.interval) return "";
  return format(" [{:.0f}, {:.0f}]", percent_of(share.interval->low), percent_of(share.interval->high));
}

// Time a thread waited for a CPU is no waiting for storage: by the share of all its threads.
double blocked_share(const contract::StageSum& stage, const contract::Evidence& evidence) {
  const double queued = evidence.cpu ? evidence.cpu->waited_share.value_or(0) : 0;
  const double runnable = queued < 1 ? stage.cpu_seconds / (1 - queued) : stage.busy_seconds;
  return std::clamp(1 - runnable / stage.busy_seconds, 0.0, 1.0);
}

}  // namespace

std::int64_t timed_batches(const contract::ProgramEvidence& program) {
  std::int64_t out = 0;
  for (const auto& stage : program.stages) out = std::max(out, stage.batches);
  return out;
}

double samples_a_batch(const contract::Evidence& evidence) {
  const auto& window = evidence.window;
  if (!window || window->batches <= 0) return 1;
  return static_cast<double>(window->samples) / static_cast<double>(window->batches) / evidence.program->ranks;
}

namespace {

std::vector<StageRow> stage_rows(const contract::Evidence& evidence) {
  std::vector<StageRow> out;
  const double samples = samples_a_batch(evidence);
  double all = 0;
  for (const auto& stage : evidence.program->stages) all += stage.busy_seconds;
  const double batches = static_cast<double>(timed_batches(*evidence.program));
  for (const auto& stage : evidence.program->stages) {
    if (stage.batches == 0 || stage.busy_seconds <= 0) continue;
    StageRow row{stage.name, stage.in_workers, 0, stage.busy_seconds / all, {}, {}, false};
    row.busy_ms = 1e3 * stage.busy_seconds / (batches * samples);
    row.blocked_share = blocked_share(stage, evidence);
    if (stage.in_workers && stage.wait_seconds > 0) row.wait_share = stage.wait_seconds / (stage.wait_seconds + all);
    out.push_back(row);
  }
  return out;
}

StageRow* largest(std::vector<StageRow>& stages) {
  const auto found = std::max_element(stages.begin(), stages.end(),
                                      [](const auto& a, const auto& b) { return a.busy_ms < b.busy_ms; });
  return found == stages.end() ? nullptr : &*found;
}

std::string summary_of(const measure::BoundEstimate& bound) {
  switch (bound.verdict) {
    case Bound::kInputBound:
      return format("the step waits {:.0f} %{} of the time for data", percent_of(bound.waiting.mean),
                    interval_text(bound.waiting));
    case Bound::kSerial:
      return format("loading and training take turns: the program spends {:.0f} %{} of its time loading",
                    percent_of(bound.waiting.mean), interval_text(bound.waiting));
    case Bound::kContended:
      return format("the loader slows the step: {:.0f} %{} of the time, and {:.0f} % is waiting for data",
                    percent_of(bound.contention.mean), interval_text(bound.contention), percent_of(bound.waiting.mean));
    case Bound::kComputeBound:
      return format("data is ready when the step asks for it: it waits {:.0f} %{} of the time",
                    percent_of(bound.waiting.mean), interval_text(bound.waiting));
    case Bound::kBalanced:
      return "loader and step are equally fast: neither alone would gain anything";
    case Bound::kCannotTell:
      return bound.reason;
  }
  return "";
}

void explain_loader(const contract::ProgramEvidence& program, std::vector<StageRow>& stages, Diagnosis& out) {
  auto* stage = largest(stages);
  if (stage == nullptr) return;
  const double blocked = stage->blocked_share.value_or(0);
  const double idle = stage->wait_share.value_or(0);
  if (program.workers > 0 && idle > kBusyWorker) {
    const bool is_alone = program.workers == 1;
    out.why.push_back(
        format("{} nothing to do {:.0f} % of {} time: what is slow is handing batches over to the program (copying, "
               "unpickling, pinning){}",
               is_alone ? "the only worker has" : format("the {} workers have", program.workers), percent_of(idle),
               is_alone ? "its" : "their", program.ranks > 1 ? ", or another rank, for which this one waits" : ""));
    return;
  }
  stage->limiting = true;
  const std::string who = program.workers == 0   ? "the program itself"
                          : program.workers == 1 ? "the only worker"
                                                 : format("all {} workers", program.workers);
  if (blocked > kBlocked)
    out.why.push_back(
        format("{} keeps {} waiting: {:.0f} % of its time is off the CPU, so it waits for storage (or a lock, or a "
               "server), not for a processor",
               stage->name, who, percent_of(blocked)));
  else
    out.why.push_back(format("{} keeps {} busy: {:.2f} ms a sample, {:.0f} % of it on the CPU", stage->name, who,
                             stage->busy_ms, percent_of(1 - blocked)));
}

void explain(const contract::ProgramEvidence& program, Diagnosis& out) {
  const auto& bound = out.bound;
  switch (bound.verdict) {
    case Bound::kSerial:
      if (program.workers == 0)
        out.why.emplace_back("the loader has no workers: every batch is made while the step stands still");
      explain_loader(program, out.stages, out);
      return;
    case Bound::kInputBound:
      explain_loader(program, out.stages, out);
      return;
    case Bound::kContended:
      out.why.push_back(
          format("a step takes {:.2f} times as long while the loader works: they share CPUs, memory or the "
                 "interpreter's lock",
                 1 / std::max(0.01, 1 - bound.contention.mean / std::max(0.01, 1 - bound.waiting.mean))));
      return;
    case Bound::kComputeBound:
      out.why.push_back(format("the loader alone gives {:.2f} times what the program takes", bound.ahead.ratio));
      return;
    case Bound::kBalanced:
    case Bound::kCannotTell:
      return;
  }
}

void note_epochs(const contract::Evidence& evidence, Diagnosis& out) {
  const auto& program = *evidence.program;
  if (!program.epoch_gap_seconds || !program.epoch_batches || !evidence.window) return;
  const double usual = evidence.window->seconds / static_cast<double>(evidence.window->batches);
  const double epoch = usual * static_cast<double>(*program.epoch_batches);
  const double share = *program.epoch_gap_seconds / (*program.epoch_gap_seconds + epoch);
  if (share < kGapShare) return;
  out.notes.push_back(
      format("between epochs no batch comes for {:.2f} s, {:.0f} % of the time with {} batches an epoch; rates here "
             "leave that out",
             *program.epoch_gap_seconds, percent_of(share), *program.epoch_batches));
}

}  // namespace

std::optional<Diagnosis> diagnose(const contract::Record& record) {
  const auto& evidence = record.evidence;
  if (!evidence.program) return {};
  const auto bound = measure::judge_bound(evidence.program->segments, evidence.program->workers > 0);
  if (!bound) return {};
  Diagnosis out;
  out.bound = *bound;
  out.summary = summary_of(*bound);
  out.stages = stage_rows(evidence);
  explain(*evidence.program, out);
  note_epochs(evidence, out);
  for (const auto& finding : findings_of(record)) out.notes.push_back(finding.sentence);
  if (contract::was_disturbed(record.outcome))
    out.notes.emplace_back("this answer is about a machine that others use too: call it again when it is quiet");
  out.not_measured.emplace_back("device time");
  out.not_measured.emplace_back("cold storage");
  for (const auto& other : evidence.program->others)
    out.not_measured.push_back(format("the loader at {}{}", other.name, other.learning ? "" : " (no gradients)"));
  return out;
}

}  // namespace feedrate::control
