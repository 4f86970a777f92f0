// A block file: what control asks of one agent. One pass over all cases of a comparison, in an order control chose; the
// unit of submission, resumption and pairing. Also carries what a subject is handed: its own group, and nothing of the
// others.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/base/value.h"
#include "feedrate/contract/marks/format.h"
#include "feedrate/contract/work/work.h"

namespace feedrate::contract {

inline constexpr const char* kBlockSchema = "feedrate/block/1";
inline constexpr const char* kOrderSchema = "feedrate/order/1";

struct Needs {
  int cpus = 1;
  int gpus = 0;
  std::optional<std::int64_t> memory_bytes;
};

struct Limits {
  double cell_seconds = 120;  // deadline of one cell, its frozen time not counted
  std::optional<std::int64_t> memory_bytes;
  std::optional<double> slow_seconds = {};  // a sample that takes longer is slow: it is not measured
};

// One arm after another, each in a fresh process.
struct Alternate {
  std::optional<std::string> reason;  // why not sliced, when slicing was asked for
};
// All arms alive, one thawed at a time.
struct Sliced {
  double long_seconds = 0.24;
  double short_seconds = 0.06;
  double running_seconds = 6;  // thawed time an arm
  bool burn_in = false;  // the first block of a comparison: shows whether freezing is harmless, enters no statistic
};
// A program is started once, and inside it real, replay and loader segments take turns.
struct Segments {
  double segment_seconds = 1;
  int blocks = 6;                // of one segment each, burn-in not counted
  int most_blocks = 24;          // while there is no answer
  std::optional<double> within;  // how well an answer knows the stall, a share of the time; without, any will do
  bool keep_running = false;
  std::optional<std::string> loader;  // the training loader, where the person named it
  std::optional<marks::Mode> only;    // every segment is of this kind: a process of its own for each
};
using Interleave = std::variant<Alternate, Sliced, Segments>;

struct Start {
  std::vector<std::string> command;
  std::map<std::string, std::string> environment;  // added to the agent's own
};

struct CellSpec {
  std::string id;
  std::string case_id;
  CaseSpec what;
};

// What the person who wrote the experiment says of a row; one with a label is not ranked.
struct Footnote {
  std::optional<std::string> label;
  std::optional<std::string> note;
};

// One process and the cells it runs, in order.
struct ProcessGroup {
  std::string subject;
  std::string build;
  Start start;
  int in_flight = 0;  // batches the subject may hold back, from its capability
  std::vector<CellSpec> cells;
  std::optional<std::map<std::string, std::string>> versions = {};  // of the libraries that do the work, where it says
  std::optional<Footnote> footnote = {};
};

struct BlockSpec {
  std::string id;
  std::string plan;
  std::string comparison;
  int number = 1;  // 0 is the burn-in
  int attempt = 1;
  std::uint32_t seed = 0;
  Needs needs;
  Limits limits;
  Interleave interleave;
  std::vector<ProcessGroup> order;
};

// The extract of a block that a subject reads: its own cells and the block's seed.
struct SubjectOrder {
  std::string subject;
  std::uint32_t seed = 0;
  std::vector<CellSpec> cells;
};

Expected<BlockSpec> read_block(const Value& value, const std::string& file);
Value write_block(const BlockSpec& block);
Expected<SubjectOrder> read_order(const Value& value, const std::string& file);
Value write_order(const SubjectOrder& order);

}  // namespace feedrate::contract
