#include "feedrate/host/left_behind.h"

#include <cstdlib>
#include <filesystem>

#include "feedrate/host/files.h"

namespace feedrate::host {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTold = "temporary-";
// What multiprocessing calls them: nothing else is removed, whatever a file says.
constexpr const char* kMade = "pymp-";

}  // namespace

std::int64_t remove_shared_memory(const std::set<int>& pids) {
  std::int64_t removed = 0;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/dev/shm", ignored)) {
    const std::string name = entry.path().filename().string();
    // torch names its segments torch_PID_...; only those of our own processes are ours to remove.
    if (!name.starts_with("torch_")) continue;
    if (pids.contains(std::atoi(name.c_str() + 6)) && fs::remove(entry.path(), ignored)) ++removed;
  }
  return removed;
}

void remove_temporary_folders(const std::string& marks_folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(marks_folder, ignored)) {
    if (!entry.path().filename().string().starts_with(kTold)) continue;
    const auto told = read_file(entry.path().string());
    if (!told) continue;
    const fs::path folder(*told);
    if (folder.is_absolute() && folder.filename().string().starts_with(kMade)) fs::remove_all(folder, ignored);
  }
}

}  // namespace feedrate::host
