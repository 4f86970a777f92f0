// One cell being run: its process tree, its marks, its log, how long it has run, and how it ended when it did. The
// block runner drives it; nothing here decides an order. One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "feedrate/agent/data_cache.h"
#include "feedrate/agent/log.h"
#include "feedrate/agent/marks_folder.h"
#include "feedrate/agent/vitals.h"
#include "feedrate/agent/waiting.h"
#include "feedrate/contract/block/block.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/host/pace.h"
#include "feedrate/host/tree.h"
#include "feedrate/measure/output.h"
#include "feedrate/measure/slices.h"
#include "feedrate/measure/window.h"

namespace feedrate::agent {

class Arm {
 public:
  // `folder` is where its marks and order file go; it exists. `files` are the data's.
  Arm(const contract::ProcessGroup& group, const contract::Limits& limits, std::uint32_t seed, std::string folder,
      std::shared_ptr<const DataFiles> files);

  struct Beginning {
    bool held = false;                           // stops short of its first sample, and waits there until it is let go
    bool waits = false;                          // for another order when it has done this one
    std::optional<WaitingProcess> process = {};  // that does it, instead of a new one
  };
  // Starts the process. What goes wrong here is the cell's outcome, not an error. How long one that is held, or that
  // waited, takes to its first batch is not asked of it.
  void start(Beginning how);
  // It has marked that all is there; or does not know that it is held, and has begun.
  [[nodiscard]] bool ready() const;
  // What it may have made before does not count.
  void let_go();
  // Takes in output, marks and endings; notices memory over the limit and the deadline.
  void poll(const char* stage);
  // Reads what the tree printed; how many bytes that was.
  std::int64_t take_output();
  void freeze();
  void thaw();
  // One slice: thaw, wait by `wait` until its time is over, freeze.
  template <class Wait>
  void slice(double seconds, bool is_short, int group, Wait&& wait) {
    const std::uint64_t before = marks_.samples_done();
    const std::int64_t thawed = thaw_at();
    wait(thawed + static_cast<std::int64_t>(seconds * 1e9));
    freeze();
    // Workers that were born in this slice have counted in files of their own. What cannot be read is found again by
    // poll().
    static_cast<void>(marks_.poll());
    look_at_memory();
    const auto counted = static_cast<std::int64_t>(marks_.samples_done() - before);
    slices_.push_back({thawed, frozen_at_, counted, is_short, group});
  }
  // Asks it to end, waits by `pump` until it has or its patience is over, and ends whatever is left.
  template <class Pump>
  void stop(Pump&& pump) {
    begin_stop();
    while (!stopped()) pump();
    finish();
  }
  // The same in parts, for several beside each other: the second is asked over and over, and then finish() is called.
  void begin_stop();
  bool stopped();
  // What others did meanwhile.
  void note_neighbours(std::optional<double> busy_cpus, bool disturbed) {
    process_.foreign_cpus = busy_cpus;
    disturbed_ = disturbed;
  }
  // How far what it made is from what the others made, or from the recipe.
  void note_output(contract::OutputEvidence output) { output_ = std::move(output); }
  // What a transform made of its first samples; there once it has ended as it was told.
  measure::Results take_results() { return std::move(results_); }
  [[nodiscard]] double cpu_seconds() const { return process_.cpu_seconds.value_or(0); }
  // Ends it at once; one that has done its order and waits for another is kept.
  void finish();
  std::optional<WaitingProcess> take_process() {
    auto out = std::move(process_kept_);
    process_kept_.reset();
    return out;
  }

  [[nodiscard]] bool alive() const { return tree_.has_value() && !outcome_.has_value(); }
  [[nodiscard]] bool window_done() const { return window_.has_value(); }
  [[nodiscard]] const contract::CellSpec& cell() const { return group_.cells.front(); }
  [[nodiscard]] const contract::ProcessGroup& group() const { return group_; }
  [[nodiscard]] const measure::WindowPlan& window_plan() const { return window_plan_; }
  [[nodiscard]] const MarksFolder& marks() const { return marks_; }
  // Median time between batches in the window, 0 before it is whole.
  [[nodiscard]] double usual_gap() const { return window_ ? window_->gap_p50 : 0; }
  [[nodiscard]] const std::vector<measure::Slice>& slices() const { return slices_; }
  // What it did in its slices so far.
  [[nodiscard]] std::optional<contract::SliceEvidence> in_slices() const;
  [[nodiscard]] double running_seconds() const;
  // Seconds of running time since a sample or batch was last finished.
  [[nodiscard]] double stalled_seconds() const;
  void call_hung(const char* stage);
  [[nodiscard]] const host::Tree* tree() const { return tree_ ? &*tree_ : nullptr; }

  [[nodiscard]] contract::Evidence evidence() const;
  // How it ended; Measured when nothing went wrong. `sliced`: the solo window alone is not enough.
  [[nodiscard]] contract::Outcome outcome(bool sliced) const;
  [[nodiscard]] std::vector<std::string> labels() const;
  [[nodiscard]] std::string log_text() const { return log_.text(); }
  [[nodiscard]] std::string started() const { return started_; }

 private:
  void fail(contract::Cause cause, std::string reason);
  void died(const host::Ending& ending);
  void look();
  void look_at_memory();
  std::int64_t thaw_at();
  void note_progress();
  void look_at_window();
  void look_at_machine();
  // A transform that takes too long for a sample is stopped before anybody waits for its window.
  void look_at_speed();
  [[nodiscard]] std::optional<contract::SampleCount> samples() const;
  [[nodiscard]] measure::Counting counting() const;
  [[nodiscard]] std::string hold_file() const { return folder_ + "/hold"; }
  [[nodiscard]] bool has_marked(contract::marks::Phase phase) const;
  void tell_process(WaitingProcess process);
  void start_process(const std::vector<std::string>& words);
  // It has done what it was asked, and waits for more.
  [[nodiscard]] bool has_done_its_order() const;
  void keep_process();
  void end_process();
  // In the solo window, which there is; absent where no stage marked anything.
  [[nodiscard]] std::optional<std::vector<contract::StageSum>> stages() const;

  const contract::ProcessGroup& group_;
  contract::Limits limits_;
  std::uint32_t seed_;
  std::string folder_;
  measure::WindowPlan window_plan_;
  std::int64_t asked_batches_;
  MarksFolder marks_;
  Log log_;
  std::optional<host::Tree> tree_;
  std::string started_;

  std::int64_t started_at_ = 0;
  bool held_ = false;
  bool asks_first_batch_ = true;
  bool waits_ = false;
  std::set<std::string> cases_before_;  // of its process
  double cpu_seconds_before_ = 0;
  std::optional<WaitingProcess> process_kept_;
  std::int64_t thawed_at_ = 0;
  std::int64_t frozen_at_ = 0;
  double ran_seconds_ = 0;  // up to the last freeze
  double progress_at_ = 0;  // running time at the last finished sample
  std::uint64_t progress_count_ = 0;
  std::int64_t stop_asked_ = 0;

  std::optional<contract::WindowEvidence> window_;
  host::Pace pace_;
  std::vector<measure::Gap> machine_;  // a fixed piece of work, timed now and then while the window is open
  std::vector<measure::Slice> slices_;
  contract::ProcessEvidence process_;
  Vitals vitals_;
  DataCache cache_;
  std::optional<contract::CacheEvidence> cached_;
  struct Seen {
    double seconds;  // of running time
    double samples;
  };
  std::optional<Seen> first_samples_;
  measure::Results results_;
  std::optional<contract::OutputEvidence> output_;
  std::optional<contract::Outcome> outcome_;
  bool died_ = false;
  bool died_stopping_ = false;  // of a signal or with a code, after it was asked to stop
  bool hung_at_exit_ = false;
  bool disturbed_ = false;
};

}  // namespace feedrate::agent
