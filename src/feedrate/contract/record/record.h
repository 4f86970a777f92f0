// A cell's record: written once by an agent when the cell ended, never changed. Explains itself: what was asked, what
// software, what machine, what was seen, how it ended.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/base/value.h"
#include "feedrate/contract/block/block.h"
#include "feedrate/contract/record/evidence.h"
#include "feedrate/contract/record/outcome.h"
#include "feedrate/contract/work/work.h"

namespace feedrate::contract {

inline constexpr const char* kRecordSchema = "feedrate/record/1";
inline constexpr const char* kReceiptSchema = "feedrate/receipt/1";
// On cells that another tool measured: nothing that the agent vouches for is known of them.
inline constexpr const char* kImportedLabel = "imported";

enum class Clock { kMonotonic };

// Where the clock starts and stops.
struct TimingScope {
  std::string scope;
  Clock clock = Clock::kMonotonic;
  Interleave interleave;
};

struct Record {
  std::string id;
  std::string case_id;
  std::string comparison;
  std::string plan;
  std::string block_id;
  int block = 1;
  int attempt = 1;
  std::string build;
  std::optional<std::map<std::string, std::string>> versions;  // of the libraries that did the work, where known
  std::string profile;
  std::string environment;
  std::string node;
  std::string started;  // UTC, ISO 8601
  CaseSpec what;
  TimingScope scope;
  std::vector<std::string> predecessors;  // cells the same block ran before it
  std::vector<std::string> labels;
  std::optional<Footnote> footnote;
  Evidence evidence;
  Outcome outcome;
};

// Written last by the agent: these cells are a finished block. Cells of a block without one are orphans.
struct Receipt {
  std::string block_id;
  int attempt = 1;
  std::vector<std::string> cells;
};

Expected<Record> read_record(const Value& value, const std::string& file);
Value write_record(const Record& record);
Expected<Receipt> read_receipt(const Value& value, const std::string& file);
Value write_receipt(const Receipt& receipt);

}  // namespace feedrate::contract
