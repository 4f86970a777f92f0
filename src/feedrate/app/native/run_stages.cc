#include "feedrate/app/native/run_stages.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "feedrate/app/native/run_cell.h"
#include "feedrate/app/native/slow_stages.h"
#include "feedrate/app/native/stage_clock.h"
#include "feedrate/app/native/stage_names.h"
#include "feedrate/app/native/stage_trace.h"
#include "feedrate/host/bounds.h"
#include "feedrate/host/clock.h"
#include "feedrate/native/pipeline/pipeline.h"
#include "feedrate/native/pipeline/stage_alone.h"

namespace feedrate::app {
namespace {

// Of one stage in one turn: long enough for a hundred samples, short enough for the machine to be as fast in the whole
// turn.
constexpr double kStageSeconds = 0.06;
constexpr double kPipelineSeconds = 0.15;
constexpr int kFewestBatches = 4;  // of the pipeline in a turn

class Trial {
 public:
  Trial(const native::Definition& definition, StageTrace* trace) : definition_(definition), trace_(trace) {}

  Expected<contract::StageTrial> run(int turns) {
    FEEDRATE_TRY(pipeline, native::Pipeline::build(definition_, watch()));
    FEEDRATE_TRY(alone, native::StageAlone::open(definition_, pipeline.readers()));
    out_.cpus = host::binding(host::bounds_here()).cpus;
    out_.threads = definition_.threads;
    out_.readers = pipeline.readers();
    // The first turn pays for everything that is there from then on.
    for (int i = 0; i <= turns; ++i) {
      FEEDRATE_TRY(turn, take_turn(pipeline, alone, i > 0));
      if (i > 0) out_.turns.push_back(turn);
    }
    put_stages();
    return out_;
  }

 private:
  native::Watch watch() {
    return {[this](const native::SampleTimes& times) {
              clock_.add(times);
              if (trace_ != nullptr) trace_->add(times);
            },
            [this](const native::ReadTimes& times) {
              clock_.add(times);
              if (trace_ != nullptr) trace_->add(times);
            }};
  }

  Expected<contract::StageTurn> take_turn(native::Pipeline& pipeline, native::StageAlone& alone, bool counts) {
    pipeline.settle();
    contract::StageTurn turn;
    if (definition_.source == native::Source::kStorage) {
      FEEDRATE_TRY(read, alone.read(kStageSeconds));
      turn.read = read;
      turn.read_cpu_seconds = alone.cpu_seconds();
    }
    FEEDRATE_TRY(decode, alone.decode(kStageSeconds));
    FEEDRATE_TRY(transform, alone.transform(kStageSeconds));
    FEEDRATE_TRY(together, together_rate(pipeline, counts));
    turn.decode = decode;
    turn.transform = transform;
    turn.pipeline = together;
    return turn;
  }

  // What was ready is taken first, and then nothing is left of the rest it had.
  Expected<double> together_rate(native::Pipeline& pipeline, bool counts) {
    for (int i = 0; i < 2 * pipeline.batches_in_flight(); ++i) FEEDRATE_TRY_STATUS(pipeline.next());
    const StageTimes before = clock_.now();
    const std::int64_t idle_before = pipeline.idle_ns();
    const std::int64_t began = host::monotonic_ns();
    std::int64_t now = began;
    int batches = 0;
    for (; batches < kFewestBatches || now - began < static_cast<std::int64_t>(kPipelineSeconds * 1e9); ++batches) {
      const std::int64_t asked = host::monotonic_ns();
      FEEDRATE_TRY_STATUS(pipeline.next());
      now = host::monotonic_ns();
      if (trace_ != nullptr) trace_->add_wait(asked, now);
    }
    const double seconds = static_cast<double>(now - began) * 1e-9;
    if (counts) {
      times_ = times_ + (clock_.now() - before);
      idle_ns_ += pipeline.idle_ns() - idle_before;
      out_.seconds += seconds;
    }
    return batches * definition_.batch / seconds;
  }

  void put_stages() {
    const auto names = stage_names(definition_.slowdown);
    out_.samples = static_cast<std::int64_t>(times_.samples);
    for (std::size_t i = 0; i < names.size(); ++i) {
      contract::StageSum sum;
      sum.name = names[i];
      sum.in_workers = true;
      sum.busy_seconds = static_cast<double>(times_.busy_ns[i]) * 1e-9;
      if (sum.busy_seconds > 0) out_.stages.push_back(sum);
    }
    for (auto& sum : out_.stages) {
      if (sum.name == names[0]) sum.bytes = static_cast<std::int64_t>(times_.bytes);
      if (sum.name == names[1] && out_.readers > 0) {
        sum.wait_seconds = static_cast<double>(times_.wait_in_ns) * 1e-9;
        sum.queue_fill =
            std::min(1.0, static_cast<double>(times_.read_ahead) * 1e-6 / static_cast<double>(times_.samples));
      }
    }
    out_.stages.back().wait_out_seconds = static_cast<double>(idle_ns_) * 1e-9;
  }

  const native::Definition& definition_;
  StageTrace* trace_;
  StageClock clock_;
  StageTimes times_;  // in the turns that count
  std::int64_t idle_ns_ = 0;
  contract::StageTrial out_;
};

}  // namespace

Expected<contract::StageTrial> run_stages(const contract::SubjectOrder& order, int turns, const std::string& trace) {
  FEEDRATE_TRY(definition, definition_of(order));
  const char* slow = std::getenv(kSlowStages);
  FEEDRATE_TRY(slowdown, slow_stages(slow == nullptr ? "" : slow));
  definition.slowdown = slowdown;
  std::optional<StageTrace> tracing;
  if (!trace.empty()) tracing.emplace(stage_names(definition.slowdown));
  FEEDRATE_TRY(found, Trial(definition, tracing ? &*tracing : nullptr).run(turns));
  if (tracing) FEEDRATE_TRY_STATUS(tracing->write(trace));
  return found;
}

}  // namespace feedrate::app
