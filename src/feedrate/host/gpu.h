// GPUs, as the driver's management library (NVML) tells them. Loaded at run time: machines without one have none, and
// that is an answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace feedrate::host {

struct Gpu {
  std::string name;
  std::int64_t memory_bytes = 0;
};

struct Gpus {
  std::vector<Gpu> gpus;
  std::string driver;  // its version; empty without one
  std::string reason;  // why there are none
};

Gpus gpus_here();

}  // namespace feedrate::host
