// Facts about this machine that decide whether two results may be compared, and those that merely explain them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "feedrate/base/value.h"

namespace feedrate::host {

struct Machine {
  std::string node;
  std::string boot_id;
  std::string kernel;
  std::string cpu_model;
  int cpus_total = 0;
  double cpus_effective = 0;      // what binds: cpuset, affinity, quota, Slurm
  std::int64_t memory_bytes = 0;  // of the machine, or of the cgroup where that allows less
  int numa_nodes = 1;
  std::vector<std::string> gpus;  // names
  std::string gpu_driver;         // its version
  std::string data_storage;       // "memory", "network" or "user" where data is not on a local disk
};

// `data`: where the data lies, where that matters.
Machine this_machine(const std::string& data = {});
// What decides comparability, by name: CPU model, CPUs, memory class, NUMA nodes, accelerators and their driver, what
// kind of storage holds the data. Not the host name, not the clock speed.
std::vector<std::pair<std::string, std::string>> profile_fields(const Machine& machine);
// The same as one word.
std::string profile_of(const Machine& machine);
// "Intel(R) Xeon(R) Processor @ 2.10GHz" is "intel-xeon-processor": no marks, no clock speed.
std::string short_model(const std::string& model);
// Everything, for the record's environment.
Value describe(const Machine& machine);

std::string boot_id();
// The running program's own file.
std::string own_program();

}  // namespace feedrate::host
