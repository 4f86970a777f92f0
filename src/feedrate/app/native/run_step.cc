#include "feedrate/app/native/run_step.h"

#include <time.h>
#include <unistd.h>

#include "feedrate/app/native/marks_file.h"
#include "feedrate/app/native/run_cell.h"
#include "feedrate/contract/marks/schedule.h"
#include "feedrate/host/clock.h"
#include "feedrate/host/mapped_file.h"
#include "feedrate/native/pipeline/pipeline.h"

namespace feedrate::app {
namespace {

using contract::marks::Mode;
using contract::marks::Phase;

// What is ready is ready: replay begins when the pipeline's threads have nothing left to do.
constexpr std::int64_t kIdleLook = 20'000'000;
constexpr double kIdleShare = 0.1;
constexpr std::int64_t kIdleMost = 3'000'000'000;
// Nobody ended it: the agent is gone, and its warden will be here in a moment.
constexpr unsigned kEndSeconds = 30;

void sleep_ns(std::int64_t ns) {
  const timespec time{ns / 1'000'000'000, ns % 1'000'000'000};
  clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nullptr);
}

std::int64_t cpu_ns() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

void wait_until_idle() {
  const std::int64_t end = host::monotonic_ns() + kIdleMost;
  for (std::int64_t before = cpu_ns(); host::monotonic_ns() < end;) {
    sleep_ns(kIdleLook);
    const std::int64_t now = cpu_ns();
    if (static_cast<double>(now - before) < kIdleShare * static_cast<double>(kIdleLook)) return;
    before = now;
  }
}

class Training {
 public:
  Training(MarksFile& marks, native::Pipeline& pipeline, const contract::marks::ScheduleReader& schedule)
      : marks_(marks), pipeline_(pipeline), schedule_(schedule) {}

  // Never comes back without an error.
  Status run(std::int64_t step_ns) {
    for (;;) {
      FEEDRATE_TRY_STATUS(marks_.asked());
      FEEDRATE_TRY_STATUS(begin_due());
      FEEDRATE_TRY_STATUS(mode_ == Mode::kReplay ? marks_.batch(samples_, bytes_) : take());
      ++delivered_;
      sleep_ns(step_ns);
    }
  }

 private:
  Status take() {
    FEEDRATE_TRY(batch, pipeline_.next());
    if (batch.first_of_epoch() && batch.epoch > 0) FEEDRATE_TRY_STATUS(marks_.epoch(batch.epoch - 1));
    samples_ = static_cast<std::uint32_t>(batch.samples);
    bytes_ = batch.values.size_bytes();
    return marks_.batch(samples_, bytes_);
  }

  Status begin_due() {
    bool began = false;
    for (; entry_ < schedule_.published() && schedule_.entry(entry_).at <= delivered_; ++entry_, began = true) {
      const auto entry = schedule_.entry(entry_);
      if (entry.mode == Mode::kReplay) wait_until_idle();
      FEEDRATE_TRY_STATUS(marks_.segment(entry_, entry.mode));
      mode_ = entry.mode;
      const std::uint32_t drained = entry.mode == Mode::kLoader ? entry.batches : 0;
      for (std::uint32_t i = 0; i < drained; ++i) FEEDRATE_TRY_STATUS(take());
      if (entry.mode == Mode::kEnd) {
        FEEDRATE_TRY_STATUS(marks_.phase(Phase::kEnding));
        sleep(kEndSeconds);
        return failure("told to end, and nobody ended it");
      }
    }
    return began ? marks_.asked() : Status();  // waiting counts from here
  }

  MarksFile& marks_;
  native::Pipeline& pipeline_;
  const contract::marks::ScheduleReader& schedule_;
  Mode mode_ = Mode::kReal;
  std::uint64_t entry_ = 0;  // the next one to begin
  std::uint64_t delivered_ = 0;
  std::uint32_t samples_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace

Status run_step(const contract::SubjectOrder& order, const contract::StepWork& work, const std::string& marks_folder) {
  if (!work.step_seconds) return input_error("the native subject has no model; it takes a step of known length");
  const auto& settings = order.cells.front().what.settings;
  FEEDRATE_TRY(marks, MarksFile::open(marks_folder, order.cells.front().id));
  FEEDRATE_TRY_STATUS(marks->phase(Phase::kStarted));
  FEEDRATE_TRY(definition, definition_of(order));
  FEEDRATE_TRY(file, host::MappedFile::open(marks_folder + "/" + contract::marks::kScheduleFile));
  const contract::marks::ScheduleReader schedule(file.bytes());
  FEEDRATE_TRY(pipeline, native::Pipeline::build(definition,
                                                 {.made = [&](const native::SampleTimes&) { marks->count_sample(); }}));
  FEEDRATE_TRY_STATUS(marks->cost());
  FEEDRATE_TRY_STATUS(marks->loader("native", settings.workers, settings.prefetch, pipeline.batches_per_epoch()));
  FEEDRATE_TRY_STATUS(marks->phase(Phase::kReady));
  return Training(*marks, pipeline, schedule).run(static_cast<std::int64_t>(*work.step_seconds * 1e9));
}

}  // namespace feedrate::app
