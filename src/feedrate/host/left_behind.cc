#include "feedrate/host/left_behind.h"

#include <cstdlib>
#include <filesystem>

#include "feedrate/host/files.h"

namespace feedrate::host {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTold = "temporary-";
constexpr const char* kToldSegments = "segments-";
// What multiprocessing calls them: nothing else is removed, whatever a file says.
constexpr const char* kMade = "pymp-";

// Six digits and a low line: nothing else is taken for what names begin with.
bool is_prefix(const std::string& told) {
  return told.size() == 7 && told.back() == '_' && told.find_first_not_of("0123456789") == 6;
}

void remove_segments(const std::string& prefix) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/dev/shm", ignored))
    if (entry.path().filename().string().starts_with(prefix)) fs::remove(entry.path(), ignored);
}

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
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kTold) && !name.starts_with(kToldSegments)) continue;
    const auto told = read_file(entry.path().string());
    if (!told) continue;
    if (name.starts_with(kToldSegments)) {
      if (is_prefix(*told)) remove_segments(*told);
      continue;
    }
    const fs::path folder(*told);
    if (folder.is_absolute() && folder.filename().string().starts_with(kMade)) fs::remove_all(folder, ignored);
  }
}

}  // namespace feedrate::host
