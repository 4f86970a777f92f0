#include "feedrate/control/diagnose/advice.h"

#include <optional>

#include "feedrate/base/format.h"

namespace feedrate::control {
namespace {

using measure::Bound;

// A change that promises less is not worth the try.
constexpr double kWorth = 1.05;
// Another worker that brings less is one too many.
constexpr double kOneMore = 1.02;
constexpr int kMostWorkers = 64;

std::string because(const contract::Record& record, const Diagnosis& diagnosis) {
  if (record.evidence.program->workers == 0) return "batches would be made beside the step";
  return format("a worker takes {:.2f} ms over a sample, and the step could take {:.0f} samples/s",
                1e3 * worker_seconds(record).value_or(0), diagnosis.bound.replay.ratio);
}

}  // namespace

std::vector<Advice> advise(const contract::Record& record, const Diagnosis& diagnosis, const Cpus& cpus) {
  const auto verdict = diagnosis.bound.verdict;
  if (!record.evidence.program || (verdict != Bound::kInputBound && verdict != Bound::kSerial)) return {};
  const double now = diagnosis.bound.real.ratio;
  std::optional<Advice> best;
  for (int workers = record.evidence.program->workers + 1; workers <= kMostWorkers; ++workers) {
    const auto predicted = predict_workers(record, diagnosis, cpus, workers);
    // The fewest that bring what more would bring too.
    if (!predicted || (best && predicted->rate < kOneMore * best->predicted.rate)) break;
    best = Advice{format("workers={}", workers), *predicted, now, because(record, diagnosis)};
  }
  if (!best || best->predicted.rate < kWorth * now) return {};
  return {*best};
}

}  // namespace feedrate::control
