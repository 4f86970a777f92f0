// Looks at a cell's processes while it runs: threads, memory over time, bytes read. Too seldom to be felt, and where a
// look is dear while the cell is frozen. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "feedrate/agent/data_cache.h"
#include "feedrate/agent/marks_folder.h"
#include "feedrate/contract/record/resources.h"
#include "feedrate/host/proc.h"
#include "feedrate/host/tree.h"
#include "feedrate/measure/growth.h"
#include "feedrate/measure/workers.h"

namespace feedrate::agent {

class Vitals {
 public:
  // While it runs; does nothing when the last look was a moment ago. True when it looked.
  bool look(const host::Tree& tree);
  // What the counters say at this look: samples made and not yet taken, and made by each worker.
  void note_counters(const MarksFolder& marks, const std::vector<int>& alive, double running_seconds);
  // PSS and USS, at so much running time; a few milliseconds a process.
  void look_at_memory(const std::vector<int>& pids, double running_seconds);
  // Whether the last look at memory is long enough ago.
  [[nodiscard]] bool wants_memory(double running_seconds) const;
  // To be called when it is seen to be open. `late`: most of it has passed already, so that all since the start must
  // do.
  void window_opened(const host::Tree& tree, std::int64_t delivered, bool late);
  [[nodiscard]] bool is_open() const { return opened_.has_value(); }
  // From here on, how many threads want to run is known by the turns they take and wait for, not by looks: a window of
  // a moment has one or two of those.
  void count_turns(const host::Tree& tree, double running_seconds);
  // Before it is asked to stop; it may be frozen.
  void ending(const host::Tree& tree, std::int64_t delivered, double running_seconds = 0);

  [[nodiscard]] std::int64_t processes() const { return processes_; }
  [[nodiscard]] std::int64_t peak_pss() const { return peak_pss_; }
  [[nodiscard]] std::int64_t last_pss() const { return memory_.empty() ? 0 : memory_.back().pss; }
  // Every process it ever had.
  [[nodiscard]] const std::set<int>& seen() const { return seen_; }
  // Samples that were made and not yet taken, mean over looks; absent where nobody counts.
  [[nodiscard]] std::optional<double> queued() const;
  [[nodiscard]] const measure::Workers& workers() const { return workers_; }
  [[nodiscard]] std::optional<contract::CpuEvidence> cpu() const;
  [[nodiscard]] std::optional<contract::MemoryEvidence> memory() const;
  // Absent when the window never opened.
  [[nodiscard]] std::optional<ReadWhileMeasured> read() const { return read_; }

 private:
  struct Opening {
    std::optional<host::IoBytes> io;
    host::CpuTurns turns;
    std::int64_t delivered = 0;
  };

  std::int64_t looked_ = 0;
  std::int64_t processes_ = 0;
  std::int64_t threads_ = 0;
  std::int64_t allowed_cpus_ = 0;
  double runnable_sum_ = 0;
  double queued_sum_ = 0;
  std::int64_t looks_ = 0;  // with the window open
  std::int64_t queue_looks_ = 0;
  measure::Workers workers_;
  std::int64_t peak_pss_ = 0;
  std::set<int> seen_;
  std::vector<measure::MemoryLook> memory_;
  std::optional<Opening> opened_;
  struct Counted {
    host::CpuTurns turns;
    double running_seconds = 0;
  };
  std::optional<Counted> counted_;
  std::optional<double> wanting_;  // threads, by their turns
  std::optional<ReadWhileMeasured> read_;
  std::optional<double> waited_share_;
};

}  // namespace feedrate::agent
