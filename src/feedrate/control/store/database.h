// SQLite behind two small types: the only source file that sees its header is database.cc. Used by the index; one
// thread at a time. Values are always bound, never pasted into the text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "feedrate/base/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace feedrate::control {

class Database;

class Statement {
 public:
  Statement() = default;

  // Gives the parameters ?1, ?2, ... their values and goes before the first row.
  template <class... Values>
  Statement& with(const Values&... values) {
    finish();
    int place = 0;
    (bind(++place, values), ...);
    return *this;
  }
  // To the next row; false after the last one.
  Expected<bool> next();
  // For statements without rows, or whose rows nobody wants.
  Status run();
  // Before the last row: a statement that is left open holds back writers.
  void finish();

  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] int columns() const;

 private:
  friend class Database;
  struct Close {
    void operator()(sqlite3_stmt* statement) const;
  };
  void bind(int place, std::string_view text);
  void bind(int place, std::int64_t number);

  std::unique_ptr<sqlite3_stmt, Close> statement_;
  std::string name_;
};

class Database {
 public:
  // `damaged` is set where the file is no database.
  static Expected<Database> open(const std::string& path, bool& damaged);
  static Expected<Database> in_memory();

  Expected<Statement> prepare(std::string_view sql);
  // Text of ours without parameters; any number of statements.
  Status run(const std::string& sql);
  // Rows changed by the last statement.
  [[nodiscard]] std::int64_t changes() const;
  // Whether somebody deleted or replaced the file.
  [[nodiscard]] bool moved() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  Status connect(const std::string& path, int& code);

  std::unique_ptr<sqlite3, Close> database_;
  std::string path_;  // empty: in memory
};

// Rolls back unless committed.
class Transaction {
 public:
  static Expected<Transaction> begin(Database& database);
  ~Transaction();
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  Status commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

}  // namespace feedrate::control
