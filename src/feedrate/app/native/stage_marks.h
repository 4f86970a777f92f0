// Marks what the stages of the native pipeline did: busy, waiting, queue and bytes, every few batches. Counts samples
// too, since it is told of each.
#pragma once

#include <cstdint>

#include "feedrate/app/native/marks_file.h"
#include "feedrate/app/native/stage_clock.h"
#include "feedrate/native/pipeline/definition.h"

namespace feedrate::app {

class StageMarks {
 public:
  // `marks` outlives it. A stage that is slowed for a test has that in its name.
  StageMarks(MarksFile& marks, const native::Definition& definition);

  // For the pipeline; outlived by this.
  [[nodiscard]] native::Watch watch();
  // On the thread that marks, after every batch: how long threads were idle since the beginning.
  Status batch(std::int64_t idle_ns);

 private:
  Status mark(const StageTimes& since, std::int64_t idle_ns);

  MarksFile& marks_;
  StageClock clock_;
  StageTimes marked_;
  std::int64_t marked_idle_ns_ = 0;
  std::int64_t marked_at_;
  std::uint32_t batches_ = 0;  // since then
};

}  // namespace feedrate::app
