// What others did on this machine's CPUs while a cell or a block ran.
#pragma once

#include <cstdint>
#include <optional>

#include "feedrate/host/load.h"

namespace feedrate::agent {

// CPU seconds over some elapsed time.
struct CpuUse {
  double machine = 0;
  double measured = 0;
  double own = 0;
};
// CPUs that others kept busy. Counters are read one after the other, so that the rest can be a little below nothing.
double foreign_cpus(const CpuUse& use, double elapsed_seconds);

class Neighbours {
 public:
  // Looks from now on.
  Neighbours();
  // CPUs that others kept busy since, when what was measured used so many CPU seconds; absent where nobody can tell.
  [[nodiscard]] std::optional<double> busy_cpus(double measured_seconds) const;

 private:
  std::optional<host::CpuTimes> before_;
  double own_before_;
  std::int64_t start_;
};

}  // namespace feedrate::agent
