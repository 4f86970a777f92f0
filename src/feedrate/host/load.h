// What the CPUs do for others, over a moment in which this process sleeps.
#pragma once

#include <optional>
#include <string>

namespace feedrate::host {

struct CpuTimes {
  double busy = 0;   // seconds over all CPUs, steal not included
  double steal = 0;  // taken by the hypervisor for somebody else
  double idle = 0;
};

// From the text of /proc/stat; absent when it has no such line.
std::optional<CpuTimes> cpu_times(const std::string& stat, double ticks_a_second);

// Of this machine, now.
std::optional<CpuTimes> cpu_times_now();
// That this process has used.
double own_cpu_seconds();

struct Load {
  double busy_cpus = 0;    // CPUs that others kept busy
  double steal_share = 0;  // of all CPU time
};

// Sleeps for as long.
std::optional<Load> load_over(double seconds);

}  // namespace feedrate::host
