// Time: the monotonic clock that everything is measured with, and the wall clock for people.
#pragma once

#include <cstdint>
#include <string>

namespace feedrate::host {

std::int64_t monotonic_ns();
std::int64_t realtime_ns();
// That the calling thread has been on a CPU.
std::int64_t thread_cpu_ns();
// UTC, ISO 8601, seconds.
std::string utc_now();

}  // namespace feedrate::host
