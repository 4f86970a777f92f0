// Who runs when in a sliced block. Every arm runs once a round, and each round of a group has the reverse order of the
// one before, so that no arm is always early. Pure and seeded.
#pragma once

#include <cstdint>
#include <vector>

#include "feedrate/base/random.h"

namespace feedrate::agent {

struct Round {
  bool is_short = true;
  int group = 0;
  double stretch = 1;              // of its slices: a fixed length could keep step with what a subject waits for
  std::vector<std::size_t> order;  // indices of arms
};

class Schedule {
 public:
  // A group of rounds: so many of short slices, and for the check of freezing one of long slices somewhere among them.
  struct Group {
    int shorts = 2;
    bool has_long = false;
  };
  Schedule(std::size_t arms, Group group, std::uint64_t seed) : arms_(arms), group_(group), random_(seed) {}
  std::vector<Round> next_group();

 private:
  std::size_t arms_;
  Group group_;
  Random random_;
  int number_ = 0;
};

}  // namespace feedrate::agent
