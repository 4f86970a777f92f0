#include "feedrate/agent/schedule.h"

#include <algorithm>
#include <numeric>

namespace feedrate::agent {

std::vector<Round> Schedule::next_pair() {
  Round first;
  first.order.resize(arms_);
  std::iota(first.order.begin(), first.order.end(), std::size_t{0});
  random_.shuffle(first.order);
  first.is_short = random_.below(2) == 0;
  first.pair = pair_++;
  Round second = first;
  second.is_short = !first.is_short;
  std::reverse(second.order.begin(), second.order.end());
  return {first, second};
}

}  // namespace feedrate::agent
