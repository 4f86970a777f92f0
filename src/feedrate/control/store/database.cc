#include "feedrate/control/store/database.h"

#include <sqlite3.h>

#include <cerrno>

#include "feedrate/host/files.h"

namespace feedrate::control {
namespace {

// A rebuild of a large index may hold the lock for minutes.
constexpr int kWaitForOthersMs = 15 * 60 * 1000;
constexpr const char* kSettings =
    "PRAGMA journal_mode = WAL;"
    "PRAGMA synchronous = NORMAL;"
    "PRAGMA journal_size_limit = 16777216;"
    "PRAGMA cache_size = -16384;"  // KiB: memory stays flat whatever the size
    "PRAGMA temp_store = MEMORY;";

Unexpected problem(sqlite3* database, const std::string& name) {
  const int code = sqlite3_errcode(database);
  const int system = sqlite3_system_errno(database);
  if (code == SQLITE_FULL || (code == SQLITE_IOERR && system == ENOSPC)) return host::write_failure(name, ENOSPC);
  if (code == SQLITE_READONLY || code == SQLITE_PERM) return host::write_failure(name, EACCES);
  return failure(format("the index {} cannot be used: {}; it is a cache: delete it and it is made again", name,
                        sqlite3_errmsg(database)));
}

}  // namespace

void Statement::Close::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::finish() { sqlite3_reset(statement_.get()); }

// What these return is an error of ours: a place that the statement does not have.
void Statement::bind(int place, std::string_view text) {
  FEEDRATE_CHECK(sqlite3_bind_text64(statement_.get(), place, text.data(), text.size(), SQLITE_TRANSIENT,
                                     SQLITE_UTF8) == SQLITE_OK);
}

void Statement::bind(int place, std::int64_t number) {
  FEEDRATE_CHECK(sqlite3_bind_int64(statement_.get(), place, number) == SQLITE_OK);
}

Expected<bool> Statement::next() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    finish();
    return false;
  }
  auto error = problem(sqlite3_db_handle(statement_.get()), name_);
  finish();
  return error;
}

Status Statement::run() {
  FEEDRATE_TRY(more, next());
  if (more) finish();
  return {};
}

std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  return {text == nullptr ? "" : text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

int Statement::columns() const { return sqlite3_column_count(statement_.get()); }

void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Expected<Database> Database::open(const std::string& path, bool& damaged) {
  Database database;
  int code = SQLITE_OK;
  const auto connected = database.connect(path, code);
  damaged = code == SQLITE_NOTADB || code == SQLITE_CORRUPT;
  if (!connected) return Unexpected(connected.error());
  return database;
}

Expected<Database> Database::in_memory() {
  Database database;
  int code = SQLITE_OK;
  FEEDRATE_TRY_STATUS(database.connect("", code));
  return database;
}

Status Database::connect(const std::string& path, int& code) {
  path_ = path;
  sqlite3* opened = nullptr;
  const char* name = path.empty() ? ":memory:" : path.c_str();
  code = sqlite3_open_v2(name, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  database_.reset(opened);
  if (opened == nullptr) return failure(format("no memory for the index {}", path));
  if (code == SQLITE_OK) {
    sqlite3_busy_timeout(opened, kWaitForOthersMs);
    code = sqlite3_exec(opened, kSettings, nullptr, nullptr, nullptr);
  }
  if (code != SQLITE_OK) return problem(opened, path_);
  return {};
}

Expected<Statement> Database::prepare(std::string_view sql) {
  Statement statement;
  sqlite3_stmt* made = nullptr;
  const int code = sqlite3_prepare_v3(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &made, nullptr);
  statement.statement_.reset(made);
  statement.name_ = path_;
  if (code != SQLITE_OK) return problem(database_.get(), path_);
  return statement;
}

Status Database::run(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return problem(database_.get(), path_);
}

std::int64_t Database::changes() const { return sqlite3_changes64(database_.get()); }

bool Database::moved() const {
  int moved = 0;
  if (path_.empty()) return false;
  return sqlite3_file_control(database_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0;
}

Expected<Transaction> Transaction::begin(Database& database) {
  FEEDRATE_TRY_STATUS(database.run("BEGIN IMMEDIATE"));
  return Transaction(database);
}

Transaction::~Transaction() {
  // SQLite may have rolled back already, which makes this an error that changes nothing.
  if (database_ != nullptr) static_cast<void>(database_->run("ROLLBACK"));
}

Status Transaction::commit() {
  FEEDRATE_TRY_STATUS(database_->run("COMMIT"));
  database_ = nullptr;
  return {};
}

}  // namespace feedrate::control
