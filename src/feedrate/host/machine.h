// Facts about this machine that decide whether two results may be compared, and those that merely explain them.
#pragma once

#include <cstdint>
#include <string>

#include "feedrate/base/value.h"

namespace feedrate::host {

struct Machine {
  std::string node;
  std::string boot_id;
  std::string kernel;
  std::string cpu_model;
  int cpus_total = 0;
  int cpus_effective = 0;  // affinity; quotas are doctor's
  std::int64_t memory_bytes = 0;
};

Machine this_machine();
// What decides comparability: CPU model, effective CPUs, memory class. Not the host name, not the clock speed.
std::string profile_of(const Machine& machine);
// Everything, for the record's environment.
Value describe(const Machine& machine);

std::string boot_id();
// The running program's own file.
std::string own_program();

}  // namespace feedrate::host
