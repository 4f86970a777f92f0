// A watched program for other programs.
#include "feedrate/base/json.h"
#include "feedrate/control/report/numbers.h"
#include "feedrate/control/report/program.h"

namespace feedrate::control {
namespace {

Value figure(double value) { return Value::real(twelve_digits(value)); }
Value figure(const std::optional<double>& value) { return value ? figure(*value) : Value(); }
Value lines(const std::vector<std::string>& all) {
  std::vector<Value> out;
  for (const auto& each : all) out.push_back(Value::text(each));
  return Value::list(std::move(out));
}

Value ratio_figures(const stats::RatioEstimate& estimate) {
  Value out = Value::map();
  out.set("ratio", figure(estimate.ratio));
  out.set("low", estimate.interval ? figure(estimate.interval->low) : Value());
  out.set("high", estimate.interval ? figure(estimate.interval->high) : Value());
  return out;
}

Value share_figures(const measure::Share& each) {
  Value out = Value::map();
  out.set("mean", figure(each.mean));
  out.set("low", each.interval ? figure(each.interval->low) : Value());
  out.set("high", each.interval ? figure(each.interval->high) : Value());
  return out;
}

Value gap_figures(const std::optional<contract::WindowEvidence>& window) {
  if (!window) return {};
  Value out = Value::map();
  out.set("p50", figure(window->gap_p50));
  out.set("p90", figure(window->gap_p90));
  out.set("p99", figure(window->gap_p99));
  return out;
}

Value stage_rows_of(const Diagnosis& diagnosis) {
  std::vector<Value> out;
  for (const auto& stage : diagnosis.stages) {
    Value row = Value::map();
    row.set("name", Value::text(stage.name));
    row.set("in_workers", Value::boolean(stage.in_workers));
    row.set("busy_ms", figure(stage.busy_ms));
    row.set("share", figure(stage.share));
    row.set("wait_in", figure(stage.wait_share));
    row.set("off_cpu", figure(stage.blocked_share));
    row.set("limiting", Value::boolean(stage.limiting));
    out.push_back(std::move(row));
  }
  return Value::list(std::move(out));
}

Value prediction_figures(const Prediction& predicted) {
  Value out = Value::map();
  out.set("rate", figure(predicted.rate));
  out.set("low", figure(predicted.low));
  out.set("high", figure(predicted.high));
  out.set("by_slowest_stage", figure(predicted.by_slowest_stage));
  return out;
}

Value checked_figures(const ProgramPage& page) {
  if (!page.checked) return {};
  const auto& checked = *page.checked;
  Value out = prediction_figures(checked.predicted);
  out.set("change", Value::text(checked.change));
  out.set("before", figure(checked.before));
  out.set("base", figure(checked.base));
  out.set("measured", figure(checked.measured));
  out.set("predicted_gain", figure(checked.predicted.rate / checked.before));
  out.set("measured_gain", figure(gain(checked)));
  out.set("inside", Value::boolean(is_inside(checked)));
  out.set("disturbed", Value::boolean(checked.disturbed));
  Value track = Value::map();
  track.set("checked", Value::integer(static_cast<std::int64_t>(page.track.checked)));
  track.set("inside", Value::integer(static_cast<std::int64_t>(page.track.inside)));
  track.set("half_width", figure(page.track.half_width));
  track.set("error", figure(page.track.error));
  track.set("no_change_error", figure(page.track.no_change_error));
  track.set("slowest_stage_error", figure(page.track.slowest_stage_error));
  out.set("track_record", std::move(track));
  return out;
}

Value advice_list(const ProgramPage& page) {
  std::vector<Value> out;
  for (const auto& advice : page.advice) {
    Value row = Value::map();
    row.set("change", Value::text(advice.change));
    row.set("predicted", prediction_figures(advice.predicted));
    row.set("predicted_gain", figure(advice.predicted.rate / advice.now));
    row.set("check", Value::text(page.check));
    row.set("because", Value::text(advice.because));
    out.push_back(std::move(row));
  }
  return Value::list(std::move(out));
}

Value program_value(const ProgramPage& page) {
  const auto& bound = page.diagnosis.bound;
  const auto& evidence = page.record->evidence;
  Value out = Value::map();
  out.set("verdict", Value::text(name_of(bound.verdict)));
  out.set("reason", Value::text(bound.reason));
  out.set("program", Value::text(page.program));
  out.set("cell", Value::text(page.record->id));
  out.set("machine", Value::text(page.record->profile));
  out.set("loader_at", Value::text(evidence.program->loader));
  out.set("workers", Value::integer(evidence.program->workers));
  out.set("ranks", Value::integer(evidence.program->ranks));
  out.set("starts", Value::integer(page.starts));
  out.set("blocks", Value::integer(static_cast<std::int64_t>(bound.blocks)));
  out.set("disturbed", Value::boolean(contract::was_disturbed(page.record->outcome)));
  out.set("real", figure(bound.real.ratio));
  out.set("loader", figure(bound.loader.ratio));
  out.set("replay", figure(bound.replay.ratio));
  out.set("free", ratio_figures(bound.free));
  out.set("free_by_waits", figure(measure::free_by_waits(bound)));
  out.set("stall", figure(bound.stall.mean));
  out.set("waiting", figure(bound.waiting.mean));
  out.set("contention", figure(bound.contention.mean));
  out.set("overlap", figure(bound.overlap.mean));
  Value intervals = Value::map();
  intervals.set("stall", share_figures(bound.stall));
  intervals.set("waiting", share_figures(bound.waiting));
  intervals.set("contention", share_figures(bound.contention));
  intervals.set("overlap", share_figures(bound.overlap));
  out.set("intervals", std::move(intervals));
  out.set("stages", stage_rows_of(page.diagnosis));
  out.set("first_batch_seconds", figure(evidence.process.first_batch_seconds));
  out.set("epoch_gap_seconds", figure(evidence.program->epoch_gap_seconds));
  out.set("batch_gap_seconds", gap_figures(evidence.window));
  out.set("pss_bytes", evidence.memory ? Value::integer(evidence.memory->pss_bytes) : Value());
  out.set("replayed", Value::integer(evidence.program->replayed));
  out.set("dropped", Value::integer(evidence.program->dropped));
  out.set("advice", advice_list(page));
  out.set("prediction", checked_figures(page));
  out.set("why", lines(page.diagnosis.why));
  out.set("notes", lines(page.diagnosis.notes));
  out.set("not_measured", lines(page.diagnosis.not_measured));
  return out;
}

}  // namespace

std::string render_program_json(const ProgramPage& page, const ProgramPage* checked) {
  Value out = program_value(page);
  if (checked != nullptr) out.set("checked", program_value(*checked));
  return pretty_json(out) + "\n";
}

std::string render_quick_json(const QuickPage& page) {
  // The keys of the first loader at the top, as wrap has them; all loaders below.
  Value out = program_value(page.loaders.front());
  out.set("batch", Value::integer(page.batch));
  out.set("step_seconds", figure(page.step_seconds));
  std::vector<Value> all;
  for (const auto& loader : page.loaders) all.push_back(program_value(loader));
  out.set("loaders", Value::list(std::move(all)));
  auto missing = page.loaders.front().diagnosis.not_measured;
  missing.insert(missing.end(), page.not_measured.begin(), page.not_measured.end());
  out.set("not_measured", lines(missing));
  return pretty_json(out) + "\n";
}

}  // namespace feedrate::control
