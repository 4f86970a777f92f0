// What torch leaves in /dev/shm when its processes are killed.
#pragma once

#include <cstdint>
#include <set>

namespace feedrate::agent {

// Removes the segments that these processes named after themselves; how many there were.
std::int64_t remove_shared_memory(const std::set<int>& pids);

}  // namespace feedrate::agent
