#include "feedrate/app/native/stage_marks.h"

#include <algorithm>

#include "feedrate/app/native/stage_names.h"
#include "feedrate/host/clock.h"

namespace feedrate::app {
namespace {

using contract::marks::stage_word;
using contract::marks::Wait;

// Seven marks each time: few enough for a file of marks to last minutes, often enough for a window of a second.
constexpr std::int64_t kEvery = 20'000'000;
constexpr std::uint16_t kFirstSlot = 1;  // slot 0 is the loader's

constexpr std::uint16_t slot_of(Stage stage) {
  return static_cast<std::uint16_t>(kFirstSlot + static_cast<std::uint16_t>(stage));
}

}  // namespace

StageMarks::StageMarks(MarksFile& marks, const native::Definition& definition)
    : marks_(marks), marked_at_(host::monotonic_ns()) {
  const auto names = stage_names(definition.slowdown);
  for (std::size_t i = 0; i < names.size(); ++i)
    marks_.name_stage(static_cast<std::uint16_t>(kFirstSlot + i), names[i]);
}

native::Watch StageMarks::watch() {
  return {[this](const native::SampleTimes& times) {
            clock_.add(times);
            marks_.count_sample();
          },
          [this](const native::ReadTimes& times) { clock_.add(times); }};
}

Status StageMarks::batch(std::int64_t idle_ns) {
  ++batches_;
  const std::int64_t now = host::monotonic_ns();
  if (now - marked_at_ < kEvery) return {};
  const StageTimes seen = clock_.now();
  FEEDRATE_TRY_STATUS(mark(seen - marked_, idle_ns - marked_idle_ns_));
  marked_ = seen;
  marked_idle_ns_ = idle_ns;
  marked_at_ = now;
  batches_ = 0;
  return {};
}

Status StageMarks::mark(const StageTimes& since, std::int64_t idle_ns) {
  const std::uint32_t batches = std::min<std::uint32_t>(batches_, 0xffff);
  for (const Stage stage : {Stage::kRead, Stage::kDecode, Stage::kTransform}) {
    const std::int64_t busy = since.busy_ns[static_cast<std::size_t>(stage)];
    if (busy > 0) FEEDRATE_TRY_STATUS(marks_.stage(slot_of(stage), busy, stage_word(Wait::kBusy, true, batches)));
  }
  if (since.read_ahead > 0 || since.wait_in_ns > 0) {
    FEEDRATE_TRY_STATUS(marks_.stage(slot_of(Stage::kDecode), since.wait_in_ns, stage_word(Wait::kInput, true)));
    FEEDRATE_TRY_STATUS(
        marks_.queue(slot_of(Stage::kDecode), since.read_ahead, static_cast<std::uint32_t>(since.samples)));
  }
  FEEDRATE_TRY_STATUS(marks_.stage(slot_of(Stage::kTransform), idle_ns, stage_word(Wait::kOutput, true)));
  return marks_.bytes(slot_of(Stage::kRead), since.bytes);
}

}  // namespace feedrate::app
