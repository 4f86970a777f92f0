#include "feedrate/agent/order.h"

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

}  // namespace feedrate::agent
