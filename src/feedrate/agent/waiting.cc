#include "feedrate/agent/waiting.h"

#include <poll.h>

#include <algorithm>
#include <utility>

#include "feedrate/agent/order.h"
#include "feedrate/host/clock.h"

namespace feedrate::agent {
namespace {

// Python takes some time to let go of what it has imported; who takes longer is killed.
constexpr std::int64_t kPatience = 5'000'000'000;
constexpr int kGlanceMs = 10;

bool are_alike(const contract::ProcessGroup& a, const contract::ProcessGroup& b) {
  return a.subject == b.subject && a.build == b.build && a.start.command == b.start.command &&
         a.start.environment == b.start.environment;
}

const std::string& case_of(const contract::ProcessGroup& group) { return group.cells.front().case_id; }

// As it would end by itself, so that it removes what it has made outside its folder.
void end(std::list<WaitingProcess> ending) {
  for (auto& each : ending) {
    each.tree.hang_up();
    each.tree.thaw();
  }
  const std::int64_t until = host::monotonic_ns() + kPatience;
  while (!std::all_of(ending.begin(), ending.end(), [](auto& each) { return each.tree.ending().has_value(); }) &&
         host::monotonic_ns() < until)
    ::poll(nullptr, 0, kGlanceMs);
}

}  // namespace

bool Waiting::understands(const contract::ProcessGroup& group) {
  return std::holds_alternative<contract::TransformWork>(group.cells.front().what.work) && is_our_harness(group.start);
}

std::optional<WaitingProcess> Waiting::take(const contract::ProcessGroup& group) {
  const auto found = std::find_if(all_.begin(), all_.end(), [&](auto& each) {
    return are_alike(each.group, group) && !each.cases.contains(case_of(group)) && !each.tree.ending();
  });
  if (found == all_.end()) return {};
  WaitingProcess out = std::move(*found);
  all_.erase(found);
  return out;
}

void Waiting::make_way_for(const contract::BlockSpec& block) {
  std::list<WaitingProcess> repeating;
  for (auto each = all_.begin(); each != all_.end();) {
    const auto here = each++;
    if (std::any_of(block.order.begin(), block.order.end(), [&](const auto& group) {
          return are_alike(here->group, group) && here->cases.contains(case_of(group));
        }))
      repeating.splice(repeating.end(), all_, here);
  }
  end(std::move(repeating));
}

void Waiting::end_all() { end(std::exchange(all_, {})); }

}  // namespace feedrate::agent
