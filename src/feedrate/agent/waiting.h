// Processes of ours that have run an order and wait, frozen, for their next one: importing a library takes longer than
// to measure one of its operations. None runs the same case twice, so that every repeat of a case is a process of its
// own. Outlives the blocks of an agent. One thread.
#pragma once

#include <list>
#include <optional>
#include <set>
#include <string>

#include "feedrate/contract/block/block.h"
#include "feedrate/host/tree.h"

namespace feedrate::agent {

struct WaitingProcess {
  contract::ProcessGroup group;  // it was started as
  std::set<std::string> cases;   // it has run
  std::string cell;              // of the last of them
  host::Tree tree;
};

class Waiting {
 public:
  Waiting() = default;
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() { end_all(); }

  // Whether the process of this group would understand a second order.
  static bool understands(const contract::ProcessGroup& group);

  // One that was started as this group's would be. Those that have run its case end here.
  std::optional<WaitingProcess> take(const contract::ProcessGroup& group);
  void keep(WaitingProcess process) { all_.push_back(std::move(process)); }
  // Ends those that have run a case of the block, before anything of it is measured.
  void make_way_for(const contract::BlockSpec& block);
  void end_all();

 private:
  std::list<WaitingProcess> all_;
};

}  // namespace feedrate::agent
