#include "feedrate/agent/ranks.h"

#include <algorithm>

namespace feedrate::agent {

using contract::marks::Kind;
using contract::marks::Mode;
using contract::marks::Phase;

void Ranks::follow(const MarksFolder& marks) {
  for (const auto& [pid, main] : marks.mains()) {
    if (!ranks_.contains(pid))
      for (const auto& [slot, name] : main.names)
        if (name == loader_) ranks_[pid].slot = slot;
    const auto found = ranks_.find(pid);
    if (found == ranks_.end()) continue;
    auto& rank = found->second;
    for (; rank.read < main.marks.size(); ++rank.read) {
      const auto& mark = main.marks[rank.read];
      if (mark.kind == Kind::kSegment) {
        rank.is_draining = mark.b == static_cast<std::uint32_t>(Mode::kLoader);
        rank.began = mark.a + 1;
      }
      if (mark.kind == Kind::kBatch && mark.id == rank.slot && !rank.is_draining) ++rank.delivered;
      if (mark.kind == Kind::kPhase && mark.a == static_cast<std::uint64_t>(Phase::kEnding)) rank.is_ending = true;
    }
  }
}

std::uint64_t Ranks::delivered() const {
  std::uint64_t out = 0;
  for (const auto& [pid, rank] : ranks_) out = std::max(out, rank.delivered);
  return out;
}

bool Ranks::all_began(std::uint64_t entries) const {
  return !ranks_.empty() &&
         std::all_of(ranks_.begin(), ranks_.end(), [&](const auto& each) { return each.second.began >= entries; });
}

bool Ranks::all_ending() const {
  return !ranks_.empty() &&
         std::all_of(ranks_.begin(), ranks_.end(), [](const auto& each) { return each.second.is_ending; });
}

std::map<int, std::uint16_t> Ranks::slots() const {
  std::map<int, std::uint16_t> out;
  for (const auto& [pid, rank] : ranks_) out[pid] = rank.slot;
  return out;
}

}  // namespace feedrate::agent
