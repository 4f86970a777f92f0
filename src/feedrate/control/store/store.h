// The results of one run folder: immutable records, receipts, plans and environments as files (layout.h), and an index
// over them that can be deleted at any time. Used by run, status and report; one thread at a time. Any number of
// processes may read; the one that writes holds lock().
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/base/value.h"
#include "feedrate/contract/block/block.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/control/store/absorb.h"
#include "feedrate/control/store/counts.h"
#include "feedrate/control/store/index.h"
#include "feedrate/control/store/layout.h"
#include "feedrate/host/lock.h"

namespace feedrate::control {

// A work folder whose agent is still alive.
struct LiveBlock {
  std::string work;
  int pid = 0;
};
struct Recovered {
  std::vector<Absorbed> absorbed;
  std::vector<LiveBlock> alive;  // left alone
};

class Store {
 public:
  // Makes the folder, or opens the run folder that is there. A folder with other things in it is refused.
  static Expected<Store> create(const std::string& folder);
  static Expected<Store> open(const std::string& folder);

  [[nodiscard]] const RunFolder& folder() const { return folder_; }
  // What the one process that writes must hold.
  Expected<host::Lock> lock() { return host::Lock::acquire(folder_.run_lock()); }

  // Writes the block file; the answer is the work folder, with an empty out/ in it.
  Expected<std::string> begin_block(const contract::BlockSpec& block);
  // When the agent has ended, with or without a receipt. May be called again after a failure or a kill.
  Expected<Absorbed> absorb(const std::string& work);
  // Absorbs every work folder whose agent is gone, and fills the index again where it does not know all files.
  Expected<Recovered> recover();

  // A finished block never runs again, but for one with a disturbed cell, once.
  Expected<bool> finished(const std::string& block);
  Expected<bool> disturbed(const std::string& block);
  // Disturbed, and no attempt was finished before the one that stands.
  Expected<bool> to_repeat(const std::string& block);
  // One more than any attempt that left something: a cell, a receipt or a work folder.
  Expected<int> next_attempt(const std::string& block);

  Expected<Counts> counts(const std::string& plan);
  // `total`: cells of the plan, which the store does not know.
  Expected<Progress> progress(const std::string& plan, std::int64_t total);

  // In the order of comparison, block, attempt, subject and case. `orphan`: enters no pair, because no receipt names it
  // or because a later attempt at its block finished. The answer holds an error for each record that cannot be read.
  // The callback may not change the store.
  Expected<std::vector<Error>> for_each(const Filter& filter,
                                        const std::function<void(const contract::Record&, bool orphan)>& visit);

  // Written once: what is there under that id stays.
  Status put_plan(const std::string& id, const Value& plan);
  Status put_environment(const std::string& id, const Value& environment);
  Expected<Value> get_plan(const std::string& id) const;
  Expected<Value> get_environment(const std::string& id) const;

  // From the cells and receipts.
  Status rebuild_index();
  // Records and receipts that could not be read when the index was filled.
  Expected<std::vector<Error>> unreadable();
  // Over all rows of the index: two indexes that answer the same have the same.
  Expected<std::string> index_digest();

  // For tests: see BeforeChange.
  void before_change(BeforeChange hook) { before_ = std::move(hook); }

 private:
  explicit Store(std::string folder) : folder_(std::move(folder)) {}
  Status open_index();
  Expected<Index*> index();

  RunFolder folder_;
  std::unique_ptr<Index> index_;
  BeforeChange before_ = [](const std::string&) { return Status(); };
};

}  // namespace feedrate::control
