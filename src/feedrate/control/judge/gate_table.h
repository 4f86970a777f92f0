// Records of a gate's run -> one row a workload: how the head did against the base. Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "feedrate/contract/record/record.h"
#include "feedrate/control/judge/estimate.h"
#include "feedrate/control/judge/gate_rule.h"

namespace feedrate::control {

// What the base's arms are called: the head's subject with this behind it.
inline constexpr const char* kBaseSuffix = "-base";

struct GateLimits {
  double tolerance = 0.05;      // of throughput: a loss beyond it fails
  double memory = 0.10;         // growth of memory beyond it is a warning
  std::optional<double> floor;  // samples/s that the head must reach, by its solo windows
};

enum class FloorState { kReached, kBelow, kCannotTell };

// The head's memory (peak PSS) against the base's.
struct MemoryChange {
  double log = 0;
  stats::Interval interval;  // 95 %
  bool warn = false;         // surely beyond its tolerance
};

struct GateRow {
  std::string subject;
  contract::CaseSpec what;  // the head's
  GateState state;
  std::optional<double> sees;             // smallest change that could be told from none
  std::optional<std::size_t> would_take;  // blocks, where it cannot tell
  Pairing by = Pairing::kSlices;
  int without_pair = 0;              // blocks in which one of the two has no rate
  std::string failure;               // of the head or the base, where there is no pair at all
  std::optional<RateEstimate> rate;  // of the head
  std::optional<FloorState> floor;   // absent where none was asked for, or nothing was measured
  std::optional<MemoryChange> memory;
};

struct GateTable {
  std::vector<GateRow> rows;
  std::vector<std::string> reasons;  // why blocks alternated though slicing was asked for
  std::string profile;
};

GateTable gate_table(std::span<const contract::Record> finished, const GateLimits& limits);

// Blocks that all workloads together still need; 0 when every one has its verdict.
int blocks_needed(const GateTable& table);

}  // namespace feedrate::control
