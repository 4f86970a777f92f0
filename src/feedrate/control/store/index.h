// What the cells and receipts of a run folder say, in SQLite, so that nobody reads a million files to count them. A
// cache: every row follows from the files, whatever order they came in. Used by the store only; one thread at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "feedrate/contract/record/record.h"
#include "feedrate/control/store/counts.h"
#include "feedrate/control/store/database.h"
#include "feedrate/control/store/layout.h"

namespace feedrate::control {

// What the index keeps of a record.
struct CellRow {
  std::string id;
  std::string block;
  int attempt = 1;
  std::string plan;
  std::string comparison;
  int number = 1;
  std::string subject;
  std::string case_id;
  std::size_t outcome = 0;  // which alternative of contract::Outcome
  bool disturbed = false;
};
[[nodiscard]] CellRow row_of(const contract::Record& record);

// Which cells; an empty text is any.
struct Filter {
  std::string plan = {};
  std::string comparison = {};
  bool orphans = true;
};

// What it knows of one attempt at a block.
struct AttemptRow {
  std::int64_t cells = 0;
  bool finished = false;  // its receipt is here, and every cell that it names
};

class Index {
 public:
  // The file, made where it is missing or damaged.
  static Expected<Index> open(const std::string& path);
  static Expected<Index> in_memory();

  // Whether it has been filled from the files once, in this version of its tables.
  [[nodiscard]] Expected<bool> filled();
  // Empties it, makes its tables and lets `fill` put everything, all in one transaction. Where another process has
  // filled it in the meantime and `unless_filled`, nothing.
  Status fill(bool unless_filled, const std::function<Status()>& fill);
  // Runs `change` in one transaction, then settles the block.
  Status change(const std::string& block, const std::function<Status()>& change);

  // Only inside fill() and change(). All may be put again.
  Status put_cell(const CellRow& row);
  // After its cells. One that names cells which are not here finishes nothing.
  Status put_receipt(const contract::Receipt& receipt);
  Status put_unreadable(const std::string& file, const std::string& why);

  // The attempt that stands, or 0.
  Expected<int> finished_attempt(const std::string& block);
  Expected<bool> disturbed(const std::string& block);
  Expected<AttemptRow> attempt(const AttemptName& name);
  // 0: none was seen.
  Expected<int> highest_attempt(const std::string& block);
  Expected<Counts> counts(const std::string& plan);
  // Files it knows: records, receipts and unreadable ones.
  Expected<std::int64_t> files();
  Expected<std::vector<Error>> unreadable();
  // In the order of comparison, block, attempt, subject, case and id.
  Status for_each(const Filter& filter, const std::function<Status(const std::string& cell, bool orphan)>& visit);
  // Over every row of every table.
  Expected<std::string> digest();

  [[nodiscard]] bool moved() const { return database_.moved(); }

 private:
  explicit Index(Database database) : database_(std::move(database)) {}
  Status prepare();

  Database database_;
  bool prepared_ = false;
  Statement add_cell_;
  Statement add_attempt_;
  Statement name_attempt_;
  Statement list_cell_;
  Statement add_receipt_;
  Statement add_unreadable_;
  Statement settle_sums_;
  Statement settle_standing_;
  Statement finished_;
  Statement highest_;
};

}  // namespace feedrate::control
