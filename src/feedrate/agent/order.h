// How a subject hears what it is to do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "feedrate/base/error.h"
#include "feedrate/contract/block/block.h"

namespace feedrate::agent {

// Writes an order for one subject.
Status write_order(const std::string& file, const contract::SubjectOrder& order);
// Writes the order into the folder of its marks; the words that its command gets.
Expected<std::vector<std::string>> hand_order(const contract::ProcessGroup& group, std::uint32_t seed,
                                              const std::string& folder);
// A Python subject: our own program, which knows more words than --order and --marks.
[[nodiscard]] bool is_our_harness(const contract::Start& start);

}  // namespace feedrate::agent
