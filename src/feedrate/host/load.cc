#include "feedrate/host/load.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "feedrate/host/clock.h"

namespace feedrate::host {

std::optional<CpuTimes> cpu_times_now() {
  std::ifstream file("/proc/stat");
  std::string line;
  std::getline(file, line);
  return cpu_times(line, static_cast<double>(sysconf(_SC_CLK_TCK)));
}

double own_cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::optional<CpuTimes> cpu_times(const std::string& stat, double ticks_a_second) {
  std::istringstream words(stat);
  std::string name;
  double user = 0;
  double nice = 0;
  double system = 0;
  double idle = 0;
  double waiting = 0;
  double interrupts = 0;
  double soft = 0;
  double steal = 0;
  if (!(words >> name >> user >> nice >> system >> idle) || name != "cpu") return {};
  words >> waiting >> interrupts >> soft >> steal;
  return CpuTimes{(user + nice + system + interrupts + soft) / ticks_a_second, steal / ticks_a_second,
                  (idle + waiting) / ticks_a_second};
}

std::optional<Load> load_over(double seconds) {
  const auto before = cpu_times_now();
  const std::int64_t start = monotonic_ns();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  const auto after = cpu_times_now();
  const double elapsed = static_cast<double>(monotonic_ns() - start) * 1e-9;
  if (!before || !after) return {};
  const double steal = after->steal - before->steal;
  const double busy = after->busy - before->busy;
  const double all = steal + busy + after->idle - before->idle;
  if (all <= 0) return {};
  return Load{busy / elapsed, steal / all};
}

}  // namespace feedrate::host
