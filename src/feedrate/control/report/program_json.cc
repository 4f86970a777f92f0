// A watched program for other programs.
#include "feedrate/base/json.h"
#include "feedrate/control/report/numbers.h"
#include "feedrate/control/report/program.h"

namespace feedrate::control {
namespace {

Value number(double value) { return Value::real(twelve_digits(value)); }
Value number(const std::optional<double>& value) { return value ? number(*value) : Value(); }
Value texts(const std::vector<std::string>& all) {
  std::vector<Value> out;
  for (const auto& each : all) out.push_back(Value::text(each));
  return Value::list(std::move(out));
}

Value ratio(const stats::RatioEstimate& estimate) {
  Value out = Value::map();
  out.set("ratio", number(estimate.ratio));
  out.set("low", estimate.interval ? number(estimate.interval->low) : Value());
  out.set("high", estimate.interval ? number(estimate.interval->high) : Value());
  return out;
}

Value share(const measure::Share& each) {
  Value out = Value::map();
  out.set("mean", number(each.mean));
  out.set("low", each.interval ? number(each.interval->low) : Value());
  out.set("high", each.interval ? number(each.interval->high) : Value());
  return out;
}

Value stages(const Diagnosis& diagnosis) {
  std::vector<Value> out;
  for (const auto& stage : diagnosis.stages) {
    Value row = Value::map();
    row.set("name", Value::text(stage.name));
    row.set("in_workers", Value::boolean(stage.in_workers));
    row.set("busy_ms", number(stage.busy_ms));
    row.set("share", number(stage.share));
    row.set("wait_in", number(stage.wait_share));
    row.set("off_cpu", number(stage.blocked_share));
    row.set("limiting", Value::boolean(stage.limiting));
    out.push_back(std::move(row));
  }
  return Value::list(std::move(out));
}

}  // namespace

std::string render_program_json(const ProgramPage& page) {
  const auto& bound = page.diagnosis.bound;
  const auto& evidence = page.record->evidence;
  Value out = Value::map();
  out.set("verdict", Value::text(name_of(bound.verdict)));
  out.set("reason", Value::text(bound.reason));
  out.set("program", Value::text(page.program));
  out.set("cell", Value::text(page.record->id));
  out.set("loader_at", Value::text(evidence.program->loader));
  out.set("workers", Value::integer(evidence.program->workers));
  out.set("ranks", Value::integer(evidence.program->ranks));
  out.set("blocks", Value::integer(static_cast<std::int64_t>(bound.blocks)));
  out.set("real", number(bound.real.ratio));
  out.set("loader", number(bound.loader.ratio));
  out.set("replay", number(bound.replay.ratio));
  out.set("free", ratio(bound.free));
  out.set("stall", number(bound.stall.mean));
  out.set("waiting", number(bound.waiting.mean));
  out.set("contention", number(bound.contention.mean));
  out.set("overlap", number(bound.overlap.mean));
  Value intervals = Value::map();
  intervals.set("stall", share(bound.stall));
  intervals.set("waiting", share(bound.waiting));
  intervals.set("contention", share(bound.contention));
  intervals.set("overlap", share(bound.overlap));
  out.set("intervals", std::move(intervals));
  out.set("stages", stages(page.diagnosis));
  out.set("first_batch_seconds", number(evidence.process.first_batch_seconds));
  out.set("epoch_gap_seconds", number(evidence.program->epoch_gap_seconds));
  out.set("replayed", Value::integer(evidence.program->replayed));
  out.set("dropped", Value::integer(evidence.program->dropped));
  out.set("why", texts(page.diagnosis.why));
  out.set("notes", texts(page.diagnosis.notes));
  out.set("not_measured", texts(page.diagnosis.not_measured));
  return pretty_json(out) + "\n";
}

}  // namespace feedrate::control
