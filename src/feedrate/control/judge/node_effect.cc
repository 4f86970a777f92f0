#include "feedrate/control/judge/node_effect.h"

#include <cmath>
#include <map>

#include "feedrate/stats/level.h"

namespace feedrate::control {

std::optional<NodeEffect> node_effect(const Pairs& pairs) {
  std::map<std::string, std::vector<double>> by_node;
  for (std::size_t i = 0; i < pairs.logs.size(); ++i) by_node[pairs.nodes[i]].push_back(pairs.logs[i]);
  if (by_node.size() < 2) return {};
  NodeEffect out;
  std::vector<std::vector<double>> groups;
  for (const auto& [node, logs] : by_node) {
    out.nodes.push_back({node, std::exp(stats::summarise(logs).mean), static_cast<int>(logs.size())});
    groups.push_back(logs);
  }
  out.p = stats::groups_alike(groups);
  return out;
}

}  // namespace feedrate::control
