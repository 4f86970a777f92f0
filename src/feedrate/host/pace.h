// How fast the machine itself is right now. Neighbours that share a core or its power take speed away without a trace
// in any counter; a fixed piece of work shows it.
#pragma once

#include <sched.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace feedrate::host {

// CPU time that it took just now, in nanoseconds: about 30 microseconds of arithmetic that keeps all units of a core
// busy. Waiting for a CPU is not in it.
std::int64_t fixed_work_ns();

// The same, on one CPU after the other of those that the calling thread may run on: neighbours take from each of them
// apart.
class Pace {
 public:
  Pace();
  std::int64_t next_ns();

 private:
  cpu_set_t all_ = {};
  std::vector<int> cpus_;
  std::size_t turn_ = 0;
};

// Of so many threads that all work, how fast each is against one alone, by the clock on the wall: 1 where every CPU is
// a core of its own, about a half where two share one, or where the host gives a guest less than it shows. Takes half a
// second: what is taken away comes in pieces of milliseconds.
double speed_together(int threads);

}  // namespace feedrate::host
