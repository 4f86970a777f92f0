// The tables of the index and how an attempt's row follows from its cells. Used by index.cc only.
#pragma once

namespace feedrate::control {

// Raised with every change of the tables: an index of another version is filled again.
inline constexpr int kIndexVersion = 2;

// attempts.receipt: 0 none, 1 names cells that are not here, 2 whole.
// attempts.standing: 0 orphan, 1 finished but a later attempt did too, 2 the one that counts.
// measured ... hung count cells that the receipt lists; cells counts all.
inline constexpr const char* kTables = R"(
  DROP TABLE IF EXISTS cells;
  DROP TABLE IF EXISTS attempts;
  DROP TABLE IF EXISTS unreadable;
  CREATE TABLE cells (
    block TEXT NOT NULL, attempt INTEGER NOT NULL, id TEXT NOT NULL,
    subject TEXT NOT NULL, case_id TEXT NOT NULL, outcome INTEGER NOT NULL, disturbed INTEGER NOT NULL,
    listed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (block, attempt, id)) WITHOUT ROWID;
  CREATE TABLE attempts (
    block TEXT NOT NULL, attempt INTEGER NOT NULL,
    plan TEXT NOT NULL DEFAULT '', comparison TEXT NOT NULL DEFAULT '', number INTEGER NOT NULL DEFAULT 0,
    receipt INTEGER NOT NULL DEFAULT 0, standing INTEGER NOT NULL DEFAULT 0,
    cells INTEGER NOT NULL DEFAULT 0, measured INTEGER NOT NULL DEFAULT 0, slow INTEGER NOT NULL DEFAULT 0,
    unsupported INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0, hung INTEGER NOT NULL DEFAULT 0,
    disturbed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (block, attempt)) WITHOUT ROWID;
  CREATE INDEX attempts_in_order ON attempts (comparison, number, block, attempt);
  CREATE INDEX attempts_by_plan ON attempts (plan, standing, number, cells, measured, slow, unsupported, failed, hung);
  CREATE TABLE unreadable (file TEXT NOT NULL PRIMARY KEY, why TEXT NOT NULL) WITHOUT ROWID;
)";

// For all blocks; with " WHERE block = ?1" for one. First the sums, then the standing.
inline constexpr const char* kSettleSums = R"(
  UPDATE attempts SET (cells, measured, slow, unsupported, failed, hung, disturbed) = (
    SELECT count(*), count(*) FILTER (WHERE listed AND outcome = 0), count(*) FILTER (WHERE listed AND outcome = 1),
      count(*) FILTER (WHERE listed AND outcome = 2), count(*) FILTER (WHERE listed AND outcome = 3),
      count(*) FILTER (WHERE listed AND outcome = 4), count(*) FILTER (WHERE listed AND disturbed)
    FROM cells WHERE cells.block = attempts.block AND cells.attempt = attempts.attempt))";
inline constexpr const char* kSettleStanding = R"(
  UPDATE attempts SET standing = CASE
    WHEN receipt < 2 THEN 0
    WHEN EXISTS (SELECT 1 FROM attempts AS later
                 WHERE later.block = attempts.block AND later.attempt > attempts.attempt AND later.receipt = 2) THEN 1
    ELSE 2 END)";
inline constexpr const char* kOneBlock = " WHERE block = ?1";

}  // namespace feedrate::control
