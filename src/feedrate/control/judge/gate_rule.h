// The gate: paired log ratios of blocks, in the order they were measured -> REGRESSED, PASS, IMPROVED, CANNOT TELL, or
// how many more blocks it takes to look again (docs/method.md, "The gate"). Pure: the same series always gives the same
// answer, so a run that continues goes on at the look where it stopped, with the error already spent.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/base/fields.h"
#include "feedrate/stats/summary.h"

namespace feedrate::control {

inline constexpr std::array kGateLooks = {6, 8, 10, 14, 20, 28};
// Fresh blocks that must confirm a regression before it is called one.
inline constexpr int kConfirming = 6;
// Chance, over all looks, of calling a regression where there is none, and of passing one as large as the tolerance.
inline constexpr double kFalseAlarm = 0.01;
inline constexpr double kFalsePass = 0.05;
// Blocks a gate leaves out because other work disturbed them, in their order; where others never rest, later ones
// count.
inline constexpr int kMostLeftOut = 6;

enum class GateVerdict { kRegressed, kPass, kImproved, kCannotTell };

struct GateState {
  std::optional<GateVerdict> verdict;  // absent: it needs more blocks
  int more = 0;                        // blocks until the next look
  bool confirming = false;             // those blocks are to confirm a regression
  int looked_at = 0;                   // blocks in the figures below
  int confirmed_by = 0;                // fresh blocks that confirmed it
  int set_aside = 0;                   // fresh blocks that did not confirm, and enter nothing
  int left_out = 0;                    // disturbed blocks before the last one used, which enter nothing
  stats::Summary logs;
  std::optional<stats::Interval> interval;  // of the mean log ratio, at the last look
  std::optional<double> confirmed;          // mean log ratio of the fresh blocks that confirmed it
};

// `tolerance` is a share strictly between 0 and 1; `workloads` is how many share the error. Blocks beyond a verdict are
// not looked at.
GateState gate(std::span<const double> logs, double tolerance, int workloads = 1);

// The same without the first `kMostLeftOut` disturbed blocks. Which ones is told by label and order alone, never by
// what was measured in them, and a longer series begins as the shorter one did.
GateState gate(std::span<const double> logs, const std::vector<bool>& disturbed, double tolerance, int workloads = 1);

}  // namespace feedrate::control

namespace feedrate {

template <>
struct Names<control::GateVerdict> {
  static constexpr std::array<std::pair<control::GateVerdict, const char*>, 4> names = {
      {{control::GateVerdict::kRegressed, "REGRESSED"},
       {control::GateVerdict::kPass, "PASS"},
       {control::GateVerdict::kImproved, "IMPROVED"},
       {control::GateVerdict::kCannotTell, "CANNOT TELL"}}};
};

}  // namespace feedrate
