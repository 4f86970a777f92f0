// Which configurations `tune` measures next, from all that it has measured so far: nothing else is remembered, so a
// search that was interrupted goes on as if it had not been. Pure. Configurations are numbered as a counter runs, the
// last axis fastest: with axes in the order of what they cost, and each axis ascending, a smaller number is a smaller
// configuration.
//
// The longest axis is looked at all over first, for a curve may rise again after it fell; then between what was
// measured beside each peak; then the other axes through the best; then the neighbours. Every block holds one that
// ties with the best so far, since only what ran in the same block can be compared. What is left at the end is compared
// in fresh blocks.
//
// Whether a target is reached depends on how fast the machine is, which is another speed by then: it is judged by all
// blocks, and who reaches it now and did not when the search ended is compared as well.
#pragma once

#include <optional>
#include <vector>

#include "feedrate/stats/effects.h"
#include "feedrate/stats/summary.h"

namespace feedrate::control {

// Rates that differ by less are equal as far as tune goes: the smaller configuration is taken.
inline constexpr double kTuneTie = 0.02;
// Beside the best so far.
inline constexpr int kTuneNewInABlock = 3;

struct TuneSpace {
  std::vector<int> lengths;     // of the axes
  std::vector<int> home;        // the usual value of each
  std::vector<bool> allowed;    // of each configuration
  bool is_tried_whole = false;  // every configuration, however long it takes
};

// One arm of a block.
struct Tried {
  int configuration = 0;
  std::optional<double> log_rate;  // absent: it failed
};

struct TuneBlock {
  std::vector<int> configurations;
  bool confirms = false;  // the last ones against each other, in fresh blocks
};

struct TuneEstimate {
  int configuration = 0;
  double log_rate = 0;
  int blocks = 0;
};

struct TuneWinner {
  int configuration = 0;
  std::optional<int> rival;  // the best of the others; absent where there is none
  // Of fresh blocks that both were in, the winner against the rival.
  stats::Summary logs;
  std::optional<stats::Interval> interval;
  bool separated = false;  // over all looks at it
};

class TuneSearch {
 public:
  // With a target, what is faster than it is as good as it.
  explicit TuneSearch(TuneSpace space, std::optional<double> log_target = {});

  void learn(const TuneBlock& block, const std::vector<Tried>& tried);
  // It cannot be carried, as was seen since.
  void forbid(int configuration) { space_.allowed[static_cast<std::size_t>(configuration)] = false; }

  // Nothing to measure: the search is over.
  [[nodiscard]] TuneBlock next() const;

  [[nodiscard]] int configurations() const { return static_cast<int>(space_.allowed.size()); }
  [[nodiscard]] std::vector<int> places(int configuration) const;
  [[nodiscard]] int trials() const;                                    // different configurations that were started
  [[nodiscard]] int most_trials() const;                               // that a search may take
  [[nodiscard]] std::vector<TuneEstimate> estimates() const;           // by number
  [[nodiscard]] std::vector<double> logs_of(int configuration) const;  // as measured, one a block
  [[nodiscard]] std::optional<int> best() const;                       // so far; the smallest of those that tie
  [[nodiscard]] std::optional<TuneWinner> winner() const;              // once the search is over

 private:
  struct Known;   // what the blocks say by now
  struct Ending;  // who is compared in fresh blocks, and what came of it
  [[nodiscard]] Known known(bool with_fresh) const;
  [[nodiscard]] int at(std::vector<int> places, std::size_t axis, int place) const;
  [[nodiscard]] bool is_open(int configuration) const;  // allowed, and never started
  [[nodiscard]] std::size_t main_axis() const;
  [[nodiscard]] std::vector<int> opening() const;
  [[nodiscard]] std::vector<int> spread() const;
  [[nodiscard]] std::vector<int> wanted(const Known& known) const;
  [[nodiscard]] std::vector<int> between(const Known& known) const;
  [[nodiscard]] int anchor(const Known& known) const;
  [[nodiscard]] std::vector<int> finalists() const;
  [[nodiscard]] std::optional<TuneWinner> confirmed(const std::vector<int>& compared) const;
  [[nodiscard]] Ending ending() const;
  [[nodiscard]] double worth(double log_rate) const;
  [[nodiscard]] double enough(double most) const;

  TuneSpace space_;
  std::optional<double> log_target_;
  std::vector<stats::Observation> seen_;
  std::vector<TuneBlock> blocks_;
  std::vector<bool> started_;
};

}  // namespace feedrate::control
