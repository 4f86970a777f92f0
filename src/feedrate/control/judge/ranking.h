// Ranks of arms that did the same work: who is faster than whom, as far as their shared blocks show it. Used by the
// table, and by a run whose blocks grow where ranks are tied. Pure.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "feedrate/control/judge/arms.h"
#include "feedrate/stats/summary.h"

namespace feedrate::control {

// From `first` to `last`, counted from 1: more than one place is a tie.
struct Rank {
  int first = 1;
  int last = 1;
  bool operator==(const Rank&) const = default;
};

// With fewer shared blocks nobody is ranked.
inline constexpr int kFewestForRank = 3;

// The number of blocks after which ranks are looked at, the last one before `block`: 1 before 2 and 3, 3 before 4 and
// 5, and so on. Before block 1 there is none: 0.
int look_before(int block);

// What the chance of a false separation may be at n shared blocks, of the chance of any that a ranking may have.
// Whoever adds blocks until ranks part has looked several times; all looks together have one chance.
double share_of_look(int n);

// The summary of ln(rate of a / rate of b) over the blocks they share.
using PairLogs = std::function<stats::Summary(std::size_t a, std::size_t b)>;

// One for each of `arms`, absent for those with too few blocks. Ranks part where everyone above is faster than everyone
// below: their intervals lie clear of 0 at a level that leaves one chance in twenty for any false separation at all.
std::vector<std::optional<Rank>> ranks_by(std::size_t arms, const PairLogs& logs);
std::vector<std::optional<Rank>> ranks_of(const std::vector<const Arm*>& arms);

}  // namespace feedrate::control
