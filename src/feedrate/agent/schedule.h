// Who runs when in a sliced block: pairs of rounds, one of short and one of long slices in random order; every arm once
// a round; the second round in the reverse order of the first, so that no arm is always early. Pure and seeded.
#pragma once

#include <cstdint>
#include <vector>

#include "feedrate/base/random.h"

namespace feedrate::agent {

struct Round {
  bool is_short = false;
  int pair = 0;
  std::vector<std::size_t> order;  // indices of arms
};

class Schedule {
 public:
  Schedule(std::size_t arms, std::uint64_t seed) : arms_(arms), random_(seed) {}
  // The next two rounds.
  std::vector<Round> next_pair();

 private:
  std::size_t arms_;
  Random random_;
  int pair_ = 0;
};

}  // namespace feedrate::agent
