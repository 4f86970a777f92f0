// What /proc says about processes: who is whose child, CPU time, memory. Reads only; a process that ended in between is
// simply not there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace feedrate::host {

// All living descendants of a process, nearest first. Zombies are not living.
std::vector<int> descendants(int pid);

// The letter of /proc/PID/stat (R, S, D, T, Z, ...), or 0 when it is gone.
char process_state(int pid);

[[nodiscard]] bool is_living(int pid);

// All of these are sums over the processes; what cannot be read counts as nothing.
std::int64_t rss_bytes(const std::vector<int>& pids);

struct MemoryUse {
  std::int64_t pss = 0;  // shared pages divided among those that share them
  std::int64_t uss = 0;  // pages nobody shares
};
std::optional<MemoryUse> memory_use(const std::vector<int>& pids);

// Children that were waited for are in their parent's.
struct IoBytes {
  std::int64_t read = 0;         // asked for by read calls
  std::int64_t from_device = 0;  // that storage had to bring, also for mapped files
};
std::optional<IoBytes> io_bytes(const std::vector<int>& pids);

struct ThreadLook {
  std::int64_t threads = 0;
  std::int64_t runnable = 0;  // running, or waiting for a CPU
};
ThreadLook look_at_threads(const std::vector<int>& pids);

struct CpuTurns {
  double ran_seconds = 0;
  double waited_seconds = 0;  // runnable, and waiting for a CPU
};
CpuTurns cpu_turns(const std::vector<int>& pids);
// CPUs that any of their threads may run on.
std::int64_t allowed_cpus(const std::vector<int>& pids);

// Of these and of the children that they waited for.
double cpu_seconds(const std::vector<int>& pids);

std::string process_name(int pid);
// Whether it was started with this setting, "NAME=value". Only our own processes can be asked.
bool was_started_with(int pid, const std::string& setting);

}  // namespace feedrate::host
