#include "feedrate/agent/order.h"

#include "feedrate/base/json.h"
#include "feedrate/host/files.h"

namespace feedrate::agent {

Expected<std::vector<std::string>> hand_order(const contract::ProcessGroup& group, std::uint32_t seed,
                                              const std::string& folder) {
  const std::string file = folder + "/order.json";
  const contract::SubjectOrder work{group.subject, seed, group.cells};
  FEEDRATE_TRY_STATUS(host::write_file(file, canonical_json(contract::write_order(work)) + "\n"));
  return std::vector<std::string>{"--order", file, "--marks", folder};
}

}  // namespace feedrate::agent
