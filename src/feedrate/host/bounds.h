// What binds this process: how many CPUs it may really use and by what, memory, shared memory, open files. Reads only;
// what a system does not have is absent, not zero.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace feedrate::host {

// Something that allows so many CPUs.
struct CpuBound {
  std::string what;  // "machine", "cpuset", "affinity", "cgroup quota", "SLURM_CPUS_PER_TASK", ...
  double cpus = 0;
};

struct MemoryBound {
  std::string what;  // "machine", "cgroup limit"
  std::int64_t bytes = 0;
};

struct SharedMemory {
  std::int64_t bytes = 0;
  std::int64_t free = 0;
};

struct OpenFiles {
  std::int64_t soft = 0;
  std::int64_t hard = 0;
};

struct Bounds {
  std::vector<CpuBound> cpus;  // the machine first; those that a bound follows from come before it
  std::vector<MemoryBound> memory;
  std::optional<SharedMemory> shm;
  OpenFiles files;
};

// Where to look: the real system unless a test brings folders and variables of its own.
struct Places {
  std::string root;  // before /proc and /sys
  std::function<std::optional<std::string>(const std::string&)> variable;
};

// Bounds that cgroups (v1 or v2, any ancestor) and Slurm set, found by reading; the machine's own and those of the
// process are added by bounds_here().
std::vector<CpuBound> cpu_bounds_of(const Places& places);
std::optional<std::int64_t> memory_limit_of(const Places& places);

Bounds bounds_here();

// The smallest; of equal ones the first, which the others follow from.
const CpuBound& binding(const Bounds& bounds);
const MemoryBound& memory_binding(const Bounds& bounds);

// "0-3,5" has five.
std::optional<int> count_of_list(const std::string& list);

}  // namespace feedrate::host
