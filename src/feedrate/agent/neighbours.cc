#include "feedrate/agent/neighbours.h"

#include <algorithm>

#include "feedrate/host/clock.h"

namespace feedrate::agent {

double foreign_cpus(const CpuUse& use, double elapsed_seconds) {
  return std::max(0.0, (use.machine - use.measured - use.own) / elapsed_seconds);
}

Neighbours::Neighbours()
    : before_(host::cpu_times_now()), own_before_(host::own_cpu_seconds()), start_(host::monotonic_ns()) {}

std::optional<double> Neighbours::busy_cpus(double measured_seconds) const {
  const auto after = host::cpu_times_now();
  const double elapsed = static_cast<double>(host::monotonic_ns() - start_) * 1e-9;
  if (!before_ || !after || elapsed <= 0) return {};
  // Time that the hypervisor gave to another guest is as lost as what a process here takes.
  const double machine = after->busy + after->steal - before_->busy - before_->steal;
  return foreign_cpus({machine, measured_seconds, host::own_cpu_seconds() - own_before_}, elapsed);
}

}  // namespace feedrate::agent
