// Who runs when in a sliced block: rounds of short slices and one of long slices in random order make a pair; every arm
// runs once a round, and each round has the reverse order of the one before, so that no arm is always early. Pure and
// seeded.
#pragma once

#include <cstdint>
#include <vector>

#include "feedrate/base/random.h"

namespace feedrate::agent {

struct Round {
  bool is_short = false;
  int pair = 0;
  double stretch = 1;              // of its slices: a fixed length could keep step with what a subject waits for
  std::vector<std::size_t> order;  // indices of arms
};

class Schedule {
 public:
  // `shorts`: rounds of short slices to one of long ones.
  Schedule(std::size_t arms, int shorts, std::uint64_t seed) : arms_(arms), shorts_(shorts), random_(seed) {}
  // The next rounds.
  std::vector<Round> next_pair();

 private:
  std::size_t arms_;
  int shorts_;
  Random random_;
  int pair_ = 0;
};

}  // namespace feedrate::agent
