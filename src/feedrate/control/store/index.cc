#include "feedrate/control/store/index.h"

#include <variant>

#include "feedrate/control/store/index_tables.h"
#include "feedrate/host/files.h"

namespace feedrate::control {

CellRow row_of(const contract::Record& record) {
  return {.id = record.id,
          .block = record.block_id,
          .attempt = record.attempt,
          .plan = record.plan,
          .comparison = record.comparison,
          .number = record.block,
          .subject = record.what.subject,
          .case_id = record.case_id,
          .outcome = record.outcome.index(),
          .disturbed = contract::was_disturbed(record.outcome)};
}

Expected<Index> Index::open(const std::string& path) {
  bool damaged = false;
  auto database = Database::open(path, damaged);
  if (!database && damaged) {
    for (const char* suffix : {"", "-wal", "-shm"}) FEEDRATE_TRY_STATUS(host::remove_tree(path + suffix));
    database = Database::open(path, damaged);
  }
  if (!database) return Unexpected(std::move(database).error());
  return Index(std::move(*database));
}

Expected<Index> Index::in_memory() {
  FEEDRATE_TRY(database, Database::in_memory());
  return Index(std::move(database));
}

Expected<bool> Index::filled() {
  FEEDRATE_TRY(version, database_.prepare("PRAGMA user_version"));
  FEEDRATE_TRY(row, version.next());
  return row && version.integer(0) == kIndexVersion;
}

Status Index::prepare() {
  if (prepared_) return {};
  const auto make = [&](Statement& out, const std::string& sql) -> Status {
    FEEDRATE_TRY(statement, database_.prepare(sql));
    out = std::move(statement);
    return {};
  };
  FEEDRATE_TRY_STATUS(make(add_cell_,
                           "INSERT OR IGNORE INTO cells (block, attempt, id, subject, case_id, outcome, disturbed) "
                           "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"));
  FEEDRATE_TRY_STATUS(make(add_attempt_, "INSERT OR IGNORE INTO attempts (block, attempt) VALUES (?1, ?2)"));
  FEEDRATE_TRY_STATUS(make(name_attempt_,
                           "UPDATE attempts SET plan = ?3, comparison = ?4, number = ?5 "
                           "WHERE block = ?1 AND attempt = ?2 AND plan = ''"));
  FEEDRATE_TRY_STATUS(make(list_cell_, "UPDATE cells SET listed = 1 WHERE block = ?1 AND attempt = ?2 AND id = ?3"));
  FEEDRATE_TRY_STATUS(make(add_receipt_, "UPDATE attempts SET receipt = ?3 WHERE block = ?1 AND attempt = ?2"));
  FEEDRATE_TRY_STATUS(make(add_unreadable_, "INSERT OR REPLACE INTO unreadable (file, why) VALUES (?1, ?2)"));
  FEEDRATE_TRY_STATUS(make(settle_sums_, std::string(kSettleSums) + kOneBlock));
  FEEDRATE_TRY_STATUS(make(settle_standing_, std::string(kSettleStanding) + kOneBlock));
  FEEDRATE_TRY_STATUS(make(finished_, "SELECT attempt, disturbed FROM attempts WHERE block = ?1 AND standing = 2"));
  FEEDRATE_TRY_STATUS(make(highest_, "SELECT max(attempt) FROM attempts WHERE block = ?1"));
  prepared_ = true;
  return {};
}

Status Index::fill(bool unless_filled, const std::function<Status()>& fill) {
  FEEDRATE_TRY(transaction, Transaction::begin(database_));
  FEEDRATE_TRY(before, filled());
  if (before && unless_filled) return {};
  FEEDRATE_TRY_STATUS(database_.run(kTables));
  FEEDRATE_TRY_STATUS(prepare());
  FEEDRATE_TRY_STATUS(fill());
  FEEDRATE_TRY_STATUS(database_.run(kSettleSums));
  FEEDRATE_TRY_STATUS(database_.run(kSettleStanding));
  FEEDRATE_TRY_STATUS(database_.run(format("PRAGMA user_version = {}", kIndexVersion)));
  FEEDRATE_TRY_STATUS(transaction.commit());
  return database_.run("PRAGMA wal_checkpoint(TRUNCATE)");
}

Status Index::change(const std::string& block, const std::function<Status()>& change) {
  FEEDRATE_TRY_STATUS(prepare());
  FEEDRATE_TRY(transaction, Transaction::begin(database_));
  FEEDRATE_TRY_STATUS(change());
  FEEDRATE_TRY_STATUS(settle_sums_.with(block).run());
  FEEDRATE_TRY_STATUS(settle_standing_.with(block).run());
  return transaction.commit();
}

Status Index::put_cell(const CellRow& row) {
  FEEDRATE_TRY_STATUS(add_cell_
                          .with(row.block, row.attempt, row.id, row.subject, row.case_id,
                                static_cast<std::int64_t>(row.outcome), row.disturbed)
                          .run());
  FEEDRATE_TRY_STATUS(add_attempt_.with(row.block, row.attempt).run());
  return name_attempt_.with(row.block, row.attempt, row.plan, row.comparison, row.number).run();
}

Status Index::put_receipt(const contract::Receipt& receipt) {
  std::size_t here = 0;
  for (const auto& cell : receipt.cells) {
    FEEDRATE_TRY_STATUS(list_cell_.with(receipt.block_id, receipt.attempt, cell).run());
    if (database_.changes() == 1) ++here;
  }
  const bool whole = !receipt.cells.empty() && here == receipt.cells.size();
  FEEDRATE_TRY_STATUS(add_attempt_.with(receipt.block_id, receipt.attempt).run());
  return add_receipt_.with(receipt.block_id, receipt.attempt, whole ? 2 : 1).run();
}

Status Index::put_unreadable(const std::string& file, const std::string& why) {
  return add_unreadable_.with(file, why).run();
}

Expected<int> Index::finished_attempt(const std::string& block) {
  FEEDRATE_TRY_STATUS(prepare());
  FEEDRATE_TRY(found, finished_.with(block).next());
  const int attempt = found ? static_cast<int>(finished_.integer(0)) : 0;
  finished_.finish();
  return attempt;
}

Expected<bool> Index::disturbed(const std::string& block) {
  FEEDRATE_TRY_STATUS(prepare());
  FEEDRATE_TRY(found, finished_.with(block).next());
  const bool disturbed = found && finished_.integer(1) > 0;
  finished_.finish();
  return disturbed;
}

Expected<int> Index::highest_attempt(const std::string& block) {
  FEEDRATE_TRY_STATUS(prepare());
  FEEDRATE_TRY(found, highest_.with(block).next());
  const int attempt = found ? static_cast<int>(highest_.integer(0)) : 0;
  highest_.finish();
  return attempt;
}

}  // namespace feedrate::control
