#include "feedrate/app/cli/stages_page.h"

#include "feedrate/control/diagnose/stages.h"
#include "feedrate/control/plan/plan.h"
#include "feedrate/control/report/layout.h"

namespace feedrate::app {
namespace {

using control::Column;

std::string percent(const std::optional<double>& share) { return share ? format("{:.0f} %", 100 * *share) : ""; }

std::optional<control::PipelineStages> stages_of(const StagesPage& page) {
  return control::look_at_stages(page.trial.stages, page.trial.threads,
                                 static_cast<double>(page.trial.samples) / page.trial.seconds);
}

// What it gives alone; stages that a test slows have more in their names.
std::string alone_text(const control::StagePrediction& prediction, const std::string& name) {
  for (const auto& [stage, rate] : prediction.alone)
    if (name.starts_with(stage)) return format("{:.0f}", rate);
  return "";
}

}  // namespace

std::string render_stages_terminal(const StagesPage& page, const control::Screen& screen) {
  const auto prediction = control::predict_from_stages(page.trial);
  const auto found = stages_of(page);
  std::string out = control::describe_case(page.what) + "\n";
  Column names{"stage", {}, false};
  Column alone{"alone /s", {}, true};
  Column busy{"ms/sample", {}, true};
  Column share{"share", {}, true};
  Column wait_in{"wait-in", {}, true};
  Column wait_out{"wait-out", {}, true};
  Column queue{"queue", {}, true};
  Column limiting{"", {}, false};
  std::vector<control::Style> styles;
  if (found)
    for (const auto& stage : found->stages) {
      names.cells.push_back(stage.name);
      alone.cells.push_back(alone_text(prediction, stage.name));
      busy.cells.push_back(format("{:.3f}", stage.busy_ms));
      share.cells.push_back(percent(stage.share));
      wait_in.cells.push_back(percent(stage.wait_in));
      wait_out.cells.push_back(percent(stage.wait_out));
      queue.cells.push_back(percent(stage.queue_fill));
      limiting.cells.emplace_back(stage.limiting ? "limiting" : "");
      styles.push_back(stage.limiting ? control::Style::kBold : control::Style::kPlain);
    }
  out += control::aligned({names, alone, busy, share, wait_in, wait_out, queue, limiting}, styles, screen);
  const auto line = [&](const std::string& text) {
    return control::wrapped(text, screen.width, 2, 4, control::Style::kPlain, screen);
  };
  const auto& ratio = prediction.ratio;
  out +=
      line(format("predicted from the stages alone {:.0f} samples/s; together {:.0f}; turn by turn {:.2f} of it{} "
                  "(median of {}, 95 %)",
                  prediction.predicted, prediction.measured, ratio.ratio,
                  ratio.interval ? format(" [{:.2f}, {:.2f}]", ratio.interval->low, ratio.interval->high) : "",
                  page.trial.turns.size()));
  if (page.trial.readers > 0) out += line(format("{} threads only read", page.trial.readers));
  if (found) out += line("why: " + found->why);
  return out;
}

Value stages_json(const StagesPage& page) {
  const auto prediction = control::predict_from_stages(page.trial);
  const auto found = stages_of(page);
  Value out = Value::map({});
  out.set("case", Value::text(control::describe_case(page.what)));
  Value rows = Value::list({});
  std::optional<std::string> limiting;
  if (found)
    for (const auto& stage : found->stages) {
      Value row = Value::map({});
      row.set("name", Value::text(stage.name));
      for (const auto& [name, rate] : prediction.alone)
        if (stage.name.starts_with(name)) row.set("alone", Value::real(rate));
      row.set("busy_ms", Value::real(stage.busy_ms));
      row.set("share", Value::real(stage.share));
      if (stage.wait_in) row.set("wait_in", Value::real(*stage.wait_in));
      if (stage.wait_out) row.set("wait_out", Value::real(*stage.wait_out));
      if (stage.queue_fill) row.set("queue", Value::real(*stage.queue_fill));
      if (stage.bytes) row.set("bytes", Value::real(*stage.bytes));
      row.set("limiting", Value::boolean(stage.limiting));
      if (stage.limiting) limiting = stage.name;
      rows.items().push_back(std::move(row));
    }
  out.set("stages", std::move(rows));
  if (found && found->consumer_limits) limiting = "consumer";
  if (limiting) out.set("limiting", Value::text(*limiting));
  if (found) out.set("why", Value::text(found->why));
  out.set("readers", Value::integer(page.trial.readers));
  out.set("predicted", Value::real(prediction.predicted));
  out.set("measured", Value::real(prediction.measured));
  out.set("ratio", Value::real(prediction.ratio.ratio));
  if (prediction.ratio.interval) {
    out.set("low", Value::real(prediction.ratio.interval->low));
    out.set("high", Value::real(prediction.ratio.interval->high));
  }
  out.set("turns", Value::integer(static_cast<std::int64_t>(page.trial.turns.size())));
  return out;
}

}  // namespace feedrate::app
