#include "feedrate/host/bounds.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "feedrate/base/error.h"

namespace feedrate::host {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return {};
  return line;
}

std::optional<double> number_in(const std::optional<std::string>& text) {
  if (!text) return {};
  double out = 0;
  auto [end, code] = std::from_chars(text->data(), text->data() + text->size(), out);
  if (code != std::errc()) return {};
  return out;
}

// A controller's folder of this process and, one by one, of every group above it.
std::vector<std::string> groups_of(const Places& places, const std::string& controller, bool& is_v2) {
  const std::string mount = places.root + "/sys/fs/cgroup";
  is_v2 = fs::exists(mount + "/cgroup.controllers");
  std::string base;
  std::string path;
  std::ifstream file(places.root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    // "0::/path" in v2, "4:cpu,cpuacct:/path" in v1
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (is_v2 && controllers.empty()) {
      base = mount;
      path = line.substr(second + 1);
    } else if (!is_v2 && ("," + controllers + ",").find("," + controller + ",") != std::string::npos) {
      base = mount + "/" + controllers;
      if (!fs::exists(base)) base = mount + "/" + controller;
      path = line.substr(second + 1);
    }
  }
  std::vector<std::string> out;
  if (base.empty()) return out;
  // In a container the path may be the host's, which cannot be seen: what can be is at the root of the mount.
  for (fs::path each = path;; each = each.parent_path()) {
    const std::string folder = base + (each == "/" ? "" : each.string());
    if (fs::exists(folder)) out.push_back(folder);
    if (!each.has_relative_path()) break;
  }
  return out;
}

std::optional<double> quota(const Places& places) {
  bool is_v2 = false;
  std::optional<double> least;
  for (const auto& group : groups_of(places, "cpu", is_v2)) {
    std::optional<double> allowed;
    std::optional<double> period;
    if (is_v2) {
      const auto line = first_line(group + "/cpu.max");  // "150000 100000" or "max 100000"
      allowed = number_in(line);
      if (line && line->find(' ') != std::string::npos) period = number_in(line->substr(line->find(' ') + 1));
    } else {
      allowed = number_in(first_line(group + "/cpu.cfs_quota_us"));
      period = number_in(first_line(group + "/cpu.cfs_period_us"));
    }
    if (allowed && period && *allowed > 0 && *period > 0)
      least = std::min(least.value_or(*allowed / *period), *allowed / *period);
  }
  return least;
}

std::optional<int> cpuset(const Places& places) {
  bool is_v2 = false;
  for (const auto& group : groups_of(places, "cpuset", is_v2))
    for (const char* name : {"cpuset.cpus.effective", "cpuset.effective_cpus", "cpuset.cpus"})
      if (const auto line = first_line(group + "/" + name); line && !line->empty())
        if (const auto count = count_of_list(*line)) return count;
  return {};
}

std::int64_t meminfo(const std::string& root, std::string_view key) {
  std::ifstream file(root + "/proc/meminfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key)) return std::atoll(line.c_str() + key.size()) * 1024;
  return 0;
}

}  // namespace

std::optional<int> count_of_list(const std::string& list) {
  int out = 0;
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto dash = part.find('-');
    const auto low = number_in(part.substr(0, dash));
    const auto high = dash == std::string::npos ? low : number_in(part.substr(dash + 1));
    if (!low || !high || *high < *low) return {};
    out += static_cast<int>(*high - *low) + 1;
  }
  if (out == 0) return {};
  return out;
}

std::vector<CpuBound> cpu_bounds_of(const Places& places) {
  std::vector<CpuBound> out;
  if (const auto count = cpuset(places)) out.push_back({"cpuset", static_cast<double>(*count)});
  if (const auto allowed = quota(places)) out.push_back({"cgroup quota", *allowed});
  // What Slurm granted, also where it does not enforce it.
  for (const char* name : {"SLURM_CPUS_ON_NODE", "SLURM_CPUS_PER_TASK"})
    if (const auto granted = number_in(places.variable(name)); granted && *granted > 0) out.push_back({name, *granted});
  return out;
}

std::optional<std::int64_t> memory_limit_of(const Places& places) {
  bool is_v2 = false;
  std::optional<std::int64_t> least;
  for (const auto& group : groups_of(places, "memory", is_v2)) {
    const auto limit = number_in(first_line(group + (is_v2 ? "/memory.max" : "/memory.limit_in_bytes")));
    // v1 says "no limit" with a number near 2^63.
    if (!limit || *limit <= 0 || *limit >= 4e18) continue;
    least = std::min(least.value_or(static_cast<std::int64_t>(*limit)), static_cast<std::int64_t>(*limit));
  }
  return least;
}

Bounds bounds_here() {
  const Places here{"", [](const std::string& name) -> std::optional<std::string> {
                      const char* value = std::getenv(name.c_str());
                      if (value == nullptr) return {};
                      return value;
                    }};
  Bounds out;
  out.cpus.push_back({"machine", static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN))});
  auto found = cpu_bounds_of(here);
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    const auto after = std::find_if(found.begin(), found.end(), [](const auto& each) { return each.what != "cpuset"; });
    found.insert(after, {"affinity", static_cast<double>(CPU_COUNT(&set))});
  }
  out.cpus.insert(out.cpus.end(), found.begin(), found.end());
  out.memory.push_back({"machine", meminfo("", "MemTotal:")});
  if (const auto limit = memory_limit_of(here)) out.memory.push_back({"cgroup limit", *limit});
  struct statvfs shm {};
  if (statvfs("/dev/shm", &shm) == 0 && shm.f_blocks > 0)
    out.shm = {static_cast<std::int64_t>(shm.f_blocks * shm.f_frsize),
               static_cast<std::int64_t>(shm.f_bavail * shm.f_frsize)};
  rlimit files{};
  FEEDRATE_CHECK(getrlimit(RLIMIT_NOFILE, &files) == 0);
  out.files = {static_cast<std::int64_t>(files.rlim_cur), static_cast<std::int64_t>(files.rlim_max)};
  return out;
}

const CpuBound& binding(const Bounds& bounds) {
  return *std::min_element(bounds.cpus.begin(), bounds.cpus.end(),
                           [](const auto& a, const auto& b) { return a.cpus < b.cpus; });
}

const MemoryBound& memory_binding(const Bounds& bounds) {
  return *std::min_element(bounds.memory.begin(), bounds.memory.end(),
                           [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
}

}  // namespace feedrate::host
