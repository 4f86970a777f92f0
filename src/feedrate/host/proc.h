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

// Sum over the processes; what cannot be read counts as nothing.
std::int64_t rss_bytes(const std::vector<int>& pids);
std::optional<std::int64_t> pss_bytes(const std::vector<int>& pids);

std::string process_name(int pid);

}  // namespace feedrate::host
