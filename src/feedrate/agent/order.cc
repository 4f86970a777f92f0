#include "feedrate/agent/order.h"

#include <algorithm>

#include "feedrate/base/json.h"
#include "feedrate/host/files.h"

namespace feedrate::agent {

Status write_order(const std::string& file, const contract::SubjectOrder& order) {
  return host::write_file(file, canonical_json(contract::write_order(order)) + "\n");
}

Expected<std::vector<std::string>> hand_order(const contract::ProcessGroup& group, std::uint32_t seed,
                                              const std::string& folder) {
  const std::string file = folder + "/order.json";
  FEEDRATE_TRY_STATUS(write_order(file, {group.subject, seed, group.cells}));
  return std::vector<std::string>{"--order", file, "--marks", folder};
}

bool is_our_harness(const contract::Start& start) {
  return std::find(start.command.begin(), start.command.end(), "feedrate.subject") != start.command.end();
}

}  // namespace feedrate::agent
