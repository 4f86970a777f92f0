// What the threads of a pipeline did, stage by stage, and which stage limits it; and what the stages predict when each
// was run by itself. Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "feedrate/contract/record/program.h"
#include "feedrate/contract/record/stage_trial.h"
#include "feedrate/stats/ratio.h"

namespace feedrate::control {

struct PipelineStage {
  std::string name;
  double busy_ms = 0;             // a sample
  double share = 0;               // of the threads' time; of as much, for a stage with threads of its own
  std::optional<double> wait_in;  // share of the threads' time
  std::optional<double> wait_out;
  std::optional<double> queue_fill;  // of what it takes from
  std::optional<double> bytes;       // a sample
  bool limiting = false;
};

struct PipelineStages {
  std::vector<PipelineStage> stages;
  bool consumer_limits = false;  // none of them does: what is ready waits to be taken
  std::string why;
};

// `threads` do all of it but reading, where that has threads of its own; what they did and waited is nearly all of
// their time, so that the sums say themselves over how much of it they go. `rate`: samples/s. Absent where nothing was
// seen.
std::optional<PipelineStages> look_at_stages(std::span<const contract::StageSum> stages, int threads, double rate);

// What the stages together should give, by what each gives alone.
struct StagePrediction {
  double predicted = 0;  // samples/s, median over turns
  double measured = 0;
  stats::RatioEstimate ratio;                         // measured over predicted, turn by turn
  std::vector<std::pair<std::string, double>> alone;  // samples/s of each stage
};
StagePrediction predict_from_stages(const contract::StageTrial& trial);

}  // namespace feedrate::control
