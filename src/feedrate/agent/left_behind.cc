#include "feedrate/agent/shared_memory.h"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace feedrate::agent {

std::int64_t remove_shared_memory(const std::set<int>& pids) {
  std::int64_t removed = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/dev/shm", ignored)) {
    const std::string name = entry.path().filename().string();
    // torch names its segments torch_PID_...; only those of our own processes are ours to remove.
    if (!name.starts_with("torch_")) continue;
    if (pids.contains(std::atoi(name.c_str() + 6)) && std::filesystem::remove(entry.path(), ignored)) ++removed;
  }
  return removed;
}

}  // namespace feedrate::agent
