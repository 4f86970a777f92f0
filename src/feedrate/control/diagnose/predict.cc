#include "feedrate/control/diagnose/predict.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "feedrate/stats/summary.h"

namespace feedrate::control {
namespace {

using measure::Bound;

// What a model of two lines leaves out, as a standard deviation of the logarithm.
constexpr double kModelError = 0.08;
// Seconds that handing a batch over takes from the worker and from the program, each; not seen where there was no
// worker yet, and so known to a half only.
constexpr double kHandOver = 1.4e-3;
constexpr double kHandOverError = 0.5;
// What the model leaves out for CPUs that were idle and will all work: what they lose to each other and to other guests
// of a host changes from minute to minute.
constexpr double kMoreCpusError = 0.15;
// How round the corner is where loader and step are equally fast, and each waits for the other now and then.
constexpr double kCorner = 6;
constexpr double kTwoSided80 = 1.2816;
constexpr double kTwoSided95 = 1.96;
// Of an interval that is missing.
constexpr double kUnknownError = 0.1;
constexpr int kRounds = 8;
// How far the loader that was measured may lie from its model before the model is not believed to scale.
constexpr double kCalibrationLow = 0.5;
constexpr double kCalibrationHigh = 1.5;

// Seconds of one process over a sample, whatever number of ranks there are.
struct PerSample {
  double work = 0;     // CPUs to spare or not, but for waiting for one
  double on_cpu = 0;   // of it
  double slowest = 0;  // the work of its slowest stage
};

std::optional<PerSample> per_sample(const contract::Evidence& evidence) {
  const auto& window = evidence.window;
  if (!evidence.program || !window || window->batches <= 0 || window->samples <= 0) return {};
  const double batch = samples_a_batch(evidence);
  const double queued = std::clamp(evidence.cpu ? evidence.cpu->waited_share.value_or(0) : 0, 0.0, 0.9);
  const double samples = static_cast<double>(timed_batches(*evidence.program)) * batch;
  if (samples <= 0) return {};
  PerSample out;
  for (const auto& stage : evidence.program->stages) {
    const double in_queue = std::min(stage.cpu_seconds / (1 - queued), stage.busy_seconds) - stage.cpu_seconds;
    const double work = (stage.busy_seconds - std::max(0.0, in_queue)) / samples;
    out.work += work;
    out.on_cpu += stage.cpu_seconds / samples;
    out.slowest = std::max(out.slowest, work);
  }
  if (out.work <= 0) return {};
  return out;
}

double log_error(const stats::RatioEstimate& rate) {
  if (!rate.interval || rate.interval->low <= 0) return kUnknownError;
  return std::log(rate.interval->high / rate.interval->low) / (2 * kTwoSided95);
}

// What a loader and a step reach that overlap.
double overlapped(double loader, double step) {
  return std::pow(std::pow(loader, -kCorner) + std::pow(step, -kCorner), -1 / kCorner);
}

// The loader that reaches this rate beside that step.
double loader_beside(double step, double reached) {
  return std::pow(std::pow(reached, -kCorner) - std::pow(step, -kCorner), -1 / kCorner);
}

struct Seen {
  double rate = 0;
  double error = 0;
};
// How fast the loader was. Where it is what limits, real segments show it with all that the step does to it; what is
// gained is gained against them.
Seen loader_seen(const measure::BoundEstimate& bound) {
  const bool limits = bound.verdict == Bound::kInputBound && bound.real.ratio < bound.replay.ratio;
  if (limits) return {loader_beside(bound.replay.ratio, bound.real.ratio), log_error(bound.real)};
  return {bound.loader.ratio, log_error(bound.loader)};
}

// A rate with so many more seconds a sample.
double with_more(double rate, double seconds) { return 1 / (1 / rate + seconds); }

// Of all ranks together.
double loader_rate(const PerSample& work, double cpus, int workers, int ranks) {
  const double by_cpus = work.on_cpu > 0 ? cpus / work.on_cpu : INFINITY;
  return std::min(ranks * std::max(1, workers) / work.work, by_cpus);
}

// CPUs that were at work while the program ran.
double busy_cpus(const contract::Record& record, const PerSample& work, double rate, double count) {
  const auto& cpu = record.evidence.cpu;
  return std::clamp(cpu && cpu->runnable ? *cpu->runnable : rate * work.on_cpu, 1.0, std::max(1.0, count));
}

// Of each CPU while so many are busy.
double speed_of(const Cpus& cpus, double busy) {
  if (cpus.count <= 1) return 1;
  return 1 - (1 - cpus.together) * (busy - 1) / (cpus.count - 1);
}

// How far somebody was off who said that rate, as a share of what came.
double error_of(double said, const Checked& checked) { return std::abs(said / checked.before / gain(checked) - 1); }

template <class Figure>
double median_of(std::span<const Checked> all, Figure&& figure) {
  std::vector<double> values;
  for (const auto& each : all) values.push_back(figure(each));
  std::sort(values.begin(), values.end());
  return stats::median(values);
}

}  // namespace

std::optional<double> worker_seconds(const contract::Record& record) {
  const auto work = per_sample(record.evidence);
  if (!work) return {};
  return work->work;
}

std::optional<Prediction> predict_workers(const contract::Record& record, const Diagnosis& diagnosis, const Cpus& cpus,
                                          int workers) {
  const auto work = per_sample(record.evidence);
  const auto& bound = diagnosis.bound;
  if (!work || workers < 0 || bound.verdict == Bound::kContended) return {};
  const int ranks = record.evidence.program->ranks;
  const int now = record.evidence.program->workers;
  const auto seen = loader_seen(bound);
  const double hand_over = now == 0 && workers > 0 ? kHandOver / samples_a_batch(record.evidence) : 0;
  // By how much the loader that was measured is off its own model: handing over, threads of its own.
  const double calibration =
      std::clamp(seen.rate / loader_rate(*work, cpus.count, now, ranks), kCalibrationLow, kCalibrationHigh);
  const double step = with_more(bound.replay.ratio, hand_over / ranks);
  const double busy_now = busy_cpus(record, *work, bound.real.ratio, cpus.count);
  double busy = busy_now;
  double loader = 0;
  Prediction out;
  // More busy CPUs are slower ones, and slower ones are less busy: a few rounds settle it.
  for (int round = 0; round < kRounds; ++round) {
    const double stretch = speed_of(cpus, busy_now) / speed_of(cpus, busy);
    const PerSample then{work->work + (stretch - 1) * work->on_cpu + hand_over, stretch * work->on_cpu + 2 * hand_over,
                         work->slowest};
    loader = calibration * loader_rate(then, cpus.count, workers, ranks);
    // Without workers batches and steps take turns.
    out.rate = workers == 0 ? with_more(loader, 1 / step) : overlapped(loader, step);
    busy =
        std::clamp(busy_now + out.rate * then.on_cpu - bound.real.ratio * work->on_cpu, 1.0, std::max(1.0, cpus.count));
  }
  out.by_slowest_stage = std::min(ranks * std::max(1, workers) / work->slowest, step);
  const double measured = loader < step ? seen.error : log_error(bound.replay);
  const double unseen = kHandOverError * hand_over * out.rate;
  const double more_cpus = kMoreCpusError * std::max(0.0, busy - busy_now) / std::max(1.0, cpus.count - 1);
  // What others took, and may not take by then.
  const double others = record.evidence.process.foreign_cpus.value_or(0) / cpus.count;
  // Twice: what is predicted will be measured with the same error.
  const double width = kTwoSided80 * std::sqrt(2 * measured * measured + kModelError * kModelError + unseen * unseen +
                                               more_cpus * more_cpus + others * others);
  out.low = out.rate * std::exp(-width);
  out.high = out.rate * std::exp(width);
  return out;
}

double gain(const Checked& checked) { return checked.measured / checked.base; }

bool is_inside(const Checked& checked) {
  const double outcome = checked.before * gain(checked);
  return checked.predicted.low <= outcome && outcome <= checked.predicted.high;
}

TrackRecord track_record(std::span<const Checked> all) {
  FEEDRATE_CHECK(!all.empty());
  TrackRecord out;
  out.checked = all.size();
  out.inside = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_inside));
  out.half_width = median_of(
      all, [](const Checked& each) { return (each.predicted.high - each.predicted.low) / 2 / each.predicted.rate; });
  out.error = median_of(all, [](const Checked& each) { return error_of(each.predicted.rate, each); });
  out.no_change_error = median_of(all, [](const Checked& each) { return error_of(each.before, each); });
  out.slowest_stage_error =
      median_of(all, [](const Checked& each) { return error_of(each.predicted.by_slowest_stage, each); });
  return out;
}

}  // namespace feedrate::control
