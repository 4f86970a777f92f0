// The judged table: comparisons, a row a case with its rate, and every other row's ratio against the reference, paired
// within blocks. What `report` prints. Pure: records in, values out; reads no files.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/contract/record/record.h"
#include "feedrate/control/judge/conformance.h"
#include "feedrate/control/judge/describe.h"
#include "feedrate/control/judge/estimate.h"
#include "feedrate/control/judge/node_effect.h"
#include "feedrate/control/judge/outcomes.h"
#include "feedrate/control/judge/ranking.h"
#include "feedrate/control/judge/verdict.h"

namespace feedrate::control {

struct JudgeOptions {
  std::optional<std::string>
      reference;  // subject; else native where it is present, else the first by name that has a rate
  double tolerance = kDefaultTolerance;
  std::optional<std::vector<std::string>> ladder = {};  // subjects in order; for who judges ladders beside the table
};

// exp(mean of ln(rate / rate of the reference)) over shared blocks.
struct PairedRatio {
  double ratio = 1;
  std::optional<stats::Interval> interval;  // absent when n < 2
  int n = 0;
  Pairing by = Pairing::kSlices;
  int left_out = 0;            // shared blocks of the other kind
  std::optional<double> sees;  // smallest change this n shows, as a share; absent when n < 2
  Judgement judgement;
  std::optional<NodeEffect> nodes;  // where blocks ran on more than one
};
// Absent when no block has a rate of both.
std::optional<PairedRatio> paired_ratio(const Arm& x, const Arm& reference, double tolerance);

struct BlockRate {
  int block = 0;
  double rate = 0;
};
// Seconds between batches in the solo windows: the middle one of the cells' percentiles.
struct Gaps {
  double p50 = 0;
  double p90 = 0;
  double p99 = 0;
};

struct TableRow {
  std::string case_id;
  std::string case_text;
  std::string subject;
  std::string build;
  std::string name;  // the subject; with its build where the comparison has two of them
  std::string scope;
  OutcomeSummary outcome;
  std::optional<Conformance> conforms;  // absent where nobody compared
  std::string cache;                    // in which state its data was, such as "warm"; empty where nobody can tell
  std::optional<RateEstimate> rate;
  std::string rate_missing;  // why there is no rate
  bool is_reference = false;
  std::optional<PairedRatio> ratio;  // absent for the reference itself
  std::string ratio_missing;         // why there is none
  std::string unranked;              // why it has none although both have rates: its sign or its label; else empty
  std::optional<Rank> rank;          // absent with too few blocks, and for those that are not ranked
  int blocks = 0;                    // finished blocks that hold a cell of it
  std::vector<BlockRate> by_block;   // of its solo windows, in their order
  std::optional<Gaps> gaps;          // absent where no cell has any
  std::vector<std::string> cells;
};
TableRow row_of(const Arm& arm, const CaseParts& parts);

// What a sample is made of, where people count that: "frames" of a clip, "tokens" of a sequence.
struct Pieces {
  std::string word;
  int of_sample = 1;
};

struct TableGroup {
  std::string comparison;
  CaseParts parts;
  std::string profile;
  std::string reference;  // name of the reference's row; empty when it is not among the rows
  Interleaving interleaving;
  std::optional<Pieces> pieces;
  std::vector<TableRow> rows;  // the reference first, then by rank, then by name
};
// Whether more blocks would order nothing: nobody shares a rank, or there are no two that could be ranked.
bool is_settled(const TableGroup& group);

struct Table {
  std::vector<TableGroup> groups;  // by parts, then profile
  LeftOut left_out;
  std::vector<std::string> not_measured;  // what these records cannot say
};

Expected<Table> judge_table(std::span<const contract::Record> finished, const JudgeOptions& options);

}  // namespace feedrate::control
