#include "feedrate/control/diagnose/stages.h"

#include <algorithm>

#include "feedrate/base/format.h"
#include "feedrate/stats/summary.h"

namespace feedrate::control {
namespace {

// Threads that stand still for less than this share of their time are busy.
constexpr double kIdle = 0.15;
constexpr double kLevel = 0.95;

struct Waits {
  double in = 0;
  double out = 0;
};

Waits waits_of(std::span<const contract::StageSum> stages, double thread_seconds) {
  Waits waits;
  for (const auto& stage : stages) {
    waits.in += stage.wait_seconds / thread_seconds;
    waits.out += stage.wait_out_seconds.value_or(0) / thread_seconds;
  }
  return waits;
}

// Where others take from a queue, who fills it has threads of its own: that is reading.
std::optional<std::size_t> stage_apart(std::span<const contract::StageSum> stages) {
  if (std::none_of(stages.begin(), stages.end(), [](const auto& stage) { return stage.queue_fill.has_value(); }))
    return {};
  for (std::size_t i = 0; i < stages.size(); ++i)
    if (stages[i].name.starts_with("read")) return i;
  return {};
}

double time_of_threads(std::span<const contract::StageSum> stages, std::optional<std::size_t> apart) {
  double seconds = 0;
  for (std::size_t i = 0; i < stages.size(); ++i)
    seconds +=
        (i == apart ? 0 : stages[i].busy_seconds) + stages[i].wait_seconds + stages[i].wait_out_seconds.value_or(0);
  return seconds;
}

std::size_t busiest(const std::vector<PipelineStage>& stages, std::optional<std::size_t> but) {
  std::size_t out = but == 0 && stages.size() > 1 ? 1 : 0;
  for (std::size_t i = 0; i < stages.size(); ++i)
    if (i != but && stages[i].busy_ms > stages[out].busy_ms) out = i;
  return out;
}

// The stages that share threads take turns on them, so their times add up. Reading on threads of its own goes on beside
// them, as long as there are CPUs for both.
double predicted_rate(const contract::StageTurn& turn, const contract::StageTrial& trial) {
  const double seconds = 1 / turn.decode + 1 / turn.transform;
  if (!turn.read) return 1 / seconds;
  if (trial.readers == 0) return 1 / (seconds + 1 / *turn.read);
  const double on_cpus = seconds * std::min<double>(trial.threads, trial.cpus) + turn.read_cpu_seconds.value_or(0);
  return std::min({1 / seconds, *turn.read, trial.cpus / on_cpus});
}

double middle(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return stats::median(values);
}

// Of the turns: other work on the machine disturbs some of them, and those much.
stats::RatioEstimate ratio_of(std::vector<double> ratios) {
  std::sort(ratios.begin(), ratios.end());
  return {stats::median(ratios), stats::median_interval(ratios, kLevel)};
}

}  // namespace

std::optional<PipelineStages> look_at_stages(std::span<const contract::StageSum> stages, int threads, double rate) {
  const auto apart = stage_apart(stages);
  const double thread_seconds = time_of_threads(stages, apart);
  const double samples = rate * thread_seconds / threads;
  if (!(samples > 0)) return {};
  const Waits waits = waits_of(stages, thread_seconds);
  PipelineStages out;
  for (const auto& stage : stages) {
    PipelineStage row{stage.name,
                      1e3 * stage.busy_seconds / samples,
                      stage.busy_seconds / thread_seconds,
                      {},
                      {},
                      stage.queue_fill,
                      {},
                      false};
    if (stage.wait_seconds > 0) row.wait_in = stage.wait_seconds / thread_seconds;
    if (stage.wait_out_seconds) row.wait_out = *stage.wait_out_seconds / thread_seconds;
    if (stage.bytes) row.bytes = static_cast<double>(*stage.bytes) / samples;
    out.stages.push_back(row);
  }
  const std::string who = threads == 1 ? "the only thread" : format("all {} threads", threads);
  if (waits.out > kIdle && waits.out >= waits.in) {
    out.consumer_limits = true;
    out.why = format("the threads may make no more {:.0f} % of the time: whoever takes the batches is slower",
                     100 * waits.out);
    return out;
  }
  const std::size_t limiting = apart && waits.in > kIdle ? *apart : busiest(out.stages, apart);
  auto& row = out.stages[limiting];
  row.limiting = true;
  out.why = apart && limiting == *apart
                ? format("{} keeps {} waiting {:.0f} % of the time", row.name, who, 100 * waits.in)
                : format("{} keeps {} busy {:.0f} % of the time: {:.2f} ms a sample", row.name, who, 100 * row.share,
                         row.busy_ms);
  return out;
}

StagePrediction predict_from_stages(const contract::StageTrial& trial) {
  std::vector<double> predicted;
  std::vector<double> measured;
  std::vector<double> ratios;
  std::vector<double> read;
  std::vector<double> decode;
  std::vector<double> transform;
  for (const auto& turn : trial.turns) {
    predicted.push_back(predicted_rate(turn, trial));
    measured.push_back(turn.pipeline);
    ratios.push_back(measured.back() / predicted.back());
    if (turn.read) read.push_back(*turn.read);
    decode.push_back(turn.decode);
    transform.push_back(turn.transform);
  }
  StagePrediction out;
  out.predicted = middle(predicted);
  out.measured = middle(measured);
  out.ratio = ratio_of(ratios);
  if (!read.empty()) out.alone.emplace_back("read", middle(read));
  out.alone.emplace_back("decode", middle(decode));
  out.alone.emplace_back("transform", middle(transform));
  return out;
}

}  // namespace feedrate::control
