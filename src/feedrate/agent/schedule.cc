#include "feedrate/agent/schedule.h"

#include <algorithm>
#include <numeric>

namespace feedrate::agent {
namespace {

constexpr double kShortest = 0.75;
constexpr double kLongest = 1.25;

}  // namespace

std::vector<Round> Schedule::next_group() {
  Round first;
  first.order.resize(arms_);
  std::iota(first.order.begin(), first.order.end(), std::size_t{0});
  random_.shuffle(first.order);
  first.group = number_++;
  std::vector<Round> rounds(static_cast<std::size_t>(group_.shorts + (group_.has_long ? 1 : 0)), first);
  if (group_.has_long) rounds[random_.below(rounds.size())].is_short = false;
  for (auto& round : rounds) round.stretch = kShortest + (kLongest - kShortest) * random_.unit();
  for (std::size_t i = 1; i < rounds.size(); i += 2) std::reverse(rounds[i].order.begin(), rounds[i].order.end());
  return rounds;
}

}  // namespace feedrate::agent
