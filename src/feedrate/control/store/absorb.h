// Takes what an agent left in a work folder into the store: cells, then the receipt, then the index, then the work
// folder goes. May be killed between any two changes and run again with the same result. Used by the store.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "feedrate/contract/block/block.h"
#include "feedrate/control/store/index.h"
#include "feedrate/control/store/layout.h"

namespace feedrate::control {

struct Absorbed {
  std::int64_t cells = 0;       // of the block that are in the store now
  std::int64_t duplicates = 0;  // second records of a cell
  bool finished = false;        // otherwise its cells are orphans
  std::vector<Error> problems;  // files that are no record or receipt of this block; kept, but not counted
};

// Called before each change on disk; an error stops there, as a kill would.
using BeforeChange = std::function<Status(const std::string& what)>;

class Absorb {
 public:
  Absorb(const RunFolder& folder, Index& index, BeforeChange before)
      : folder_(folder), index_(index), before_(std::move(before)) {}

  Expected<Absorbed> run(const AttemptName& name);

 private:
  Status take_cells(const contract::BlockSpec& block, const std::string& out);
  Status take_record(const contract::BlockSpec& block, const std::string& out, const std::string& cell,
                     const std::vector<std::string>& files);
  Status take_receipt(const AttemptName& name, const std::string& out);
  Status take_environments(const std::string& out);
  Status enter(const contract::BlockSpec& block);
  Status move(const std::string& from, const std::string& to_folder, const std::string& to_name);

  const RunFolder& folder_;
  Index& index_;
  BeforeChange before_;
  Absorbed result_;
  std::set<std::string> asked_;  // the cells of the block
  std::vector<CellRow> taken_;   // records that went into the store just now
};

}  // namespace feedrate::control
