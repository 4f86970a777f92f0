#include "feedrate/host/proc.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "feedrate/base/format.h"
#include "feedrate/host/descriptor.h"

namespace feedrate::host {
namespace {

// /proc files are short and say so by ending; one read of a large buffer is enough for all that is read here.
std::string slurp(const std::string& path) {
  const Descriptor fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string out;
  if (!fd) return out;
  char buffer[4096];
  for (;;) {
    const ssize_t n = read(fd.get(), buffer, sizeof buffer);
    if (n <= 0) return out;
    out.append(buffer, static_cast<std::size_t>(n));
  }
}

std::vector<int> numbers(std::string_view text) {
  std::vector<int> out;
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end) {
    int number = 0;
    auto [next, code] = std::from_chars(at, end, number);
    if (code == std::errc()) out.push_back(number);
    at = next == at ? at + 1 : next;
  }
  return out;
}

std::vector<int> numbered_folders(const std::string& path) {
  std::vector<int> out;
  DIR* folder = opendir(path.c_str());
  if (folder == nullptr) return out;
  while (const dirent* entry = readdir(folder))
    if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') out.push_back(std::atoi(entry->d_name));
  closedir(folder);
  return out;
}

// A child belongs to the thread that forked it.
std::vector<int> children(int pid) {
  std::vector<int> out;
  for (int thread : numbered_folders(format("/proc/{}/task", pid)))
    for (int child : numbers(slurp(format("/proc/{}/task/{}/children", pid, thread)))) out.push_back(child);
  return out;
}

// After the name in parentheses, which may hold anything.
std::string_view after_name(std::string_view stat) {
  const auto close = stat.rfind(')');
  return close == std::string_view::npos || close + 2 >= stat.size() ? std::string_view() : stat.substr(close + 2);
}

// Kernels without CONFIG_PROC_CHILDREN: everybody's parent, by a scan of /proc.
std::vector<int> descendants_by_scan(int pid) {
  std::vector<std::pair<int, int>> parents;
  for (int each : numbered_folders("/proc")) {
    const std::string stat = slurp(format("/proc/{}/stat", each));
    const auto rest = after_name(stat);
    if (rest.empty() || rest[0] == 'Z') continue;
    const auto fields = numbers(rest);
    if (!fields.empty()) parents.emplace_back(fields[0], each);
  }
  std::vector<int> out;
  std::vector<int> todo = {pid};
  while (!todo.empty()) {
    const int parent = todo.back();
    todo.pop_back();
    for (const auto& [of, each] : parents)
      if (of == parent) {
        out.push_back(each);
        todo.push_back(each);
      }
  }
  return out;
}

std::optional<std::int64_t> value_of(const std::string& text, const char* key) {
  const auto at = text.find(key);
  if (at == std::string::npos) return {};
  return std::atoll(text.c_str() + at + std::strlen(key));
}

template <class Visit>
void for_each_thread(const std::vector<int>& pids, Visit&& visit) {
  for (int pid : pids)
    for (int thread : numbered_folders(format("/proc/{}/task", pid)))
      visit(thread, format("/proc/{}/task/{}", pid, thread));
}

bool has_children_files() {
  static const bool has = access(format("/proc/self/task/{}/children", getpid()).c_str(), R_OK) == 0;
  return has;
}

}  // namespace

std::vector<int> descendants(int pid) {
  if (!has_children_files()) return descendants_by_scan(pid);
  std::vector<int> out;
  std::vector<int> todo = {pid};
  for (std::size_t i = 0; i < todo.size(); ++i)
    for (int child : children(todo[i])) {
      todo.push_back(child);
      if (is_living(child)) out.push_back(child);
    }
  return out;
}

char process_state(int pid) {
  const std::string stat = slurp(format("/proc/{}/stat", pid));
  const auto rest = after_name(stat);
  return rest.empty() ? '\0' : rest[0];
}

bool is_living(int pid) {
  const char state = process_state(pid);
  return state != 0 && state != 'Z' && state != 'X';
}

std::int64_t rss_bytes(const std::vector<int>& pids) {
  static const std::int64_t page = sysconf(_SC_PAGESIZE);
  std::int64_t sum = 0;
  for (int pid : pids) {
    const auto fields = numbers(slurp(format("/proc/{}/statm", pid)));
    if (fields.size() > 1) sum += fields[1] * page;
  }
  return sum;
}

std::optional<MemoryUse> memory_use(const std::vector<int>& pids) {
  MemoryUse sum;
  bool any = false;
  for (int pid : pids) {
    const std::string rollup = slurp(format("/proc/{}/smaps_rollup", pid));
    const auto pss = value_of(rollup, "\nPss:");
    if (!pss) continue;
    any = true;
    sum.pss += *pss * 1024;
    for (const char* key : {"\nPrivate_Clean:", "\nPrivate_Dirty:"})
      sum.uss += value_of(rollup, key).value_or(0) * 1024;
  }
  if (!any) return {};
  return sum;
}

std::optional<IoBytes> io_bytes(const std::vector<int>& pids) {
  IoBytes sum;
  bool any = false;
  for (int pid : pids) {
    const std::string io = "\n" + slurp(format("/proc/{}/io", pid));
    const auto read = value_of(io, "\nrchar:");
    const auto from_device = value_of(io, "\nread_bytes:");
    if (!read || !from_device) continue;
    any = true;
    sum.read += *read;
    sum.from_device += *from_device;
  }
  if (!any) return {};
  return sum;
}

ThreadLook look_at_threads(const std::vector<int>& pids) {
  ThreadLook sum;
  for_each_thread(pids, [&](int /*thread*/, const std::string& folder) {
    const std::string stat = slurp(folder + "/stat");
    const auto rest = after_name(stat);
    if (rest.empty()) return;
    ++sum.threads;
    sum.runnable += rest[0] == 'R' ? 1 : 0;
  });
  return sum;
}

CpuTurns cpu_turns(const std::vector<int>& pids) {
  CpuTurns sum;
  for_each_thread(pids, [&](int /*thread*/, const std::string& folder) {
    unsigned long long ran = 0;
    unsigned long long waited = 0;
    if (std::sscanf(slurp(folder + "/schedstat").c_str(), "%llu %llu", &ran, &waited) != 2) return;
    sum.ran_seconds += static_cast<double>(ran) * 1e-9;
    sum.waited_seconds += static_cast<double>(waited) * 1e-9;
  });
  return sum;
}

std::int64_t allowed_cpus(const std::vector<int>& pids) {
  cpu_set_t all;
  CPU_ZERO(&all);
  for_each_thread(pids, [&](int thread, const std::string& /*folder*/) {
    cpu_set_t its;
    if (sched_getaffinity(thread, sizeof its, &its) == 0) CPU_OR(&all, &all, &its);
  });
  return CPU_COUNT(&all);
}

double cpu_seconds(const std::vector<int>& pids) {
  static const double ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  double sum = 0;
  for (int pid : pids) {
    const std::string stat = slurp(format("/proc/{}/stat", pid));
    unsigned long long user = 0;
    unsigned long long system = 0;
    long long user_of_children = 0;
    long long system_of_children = 0;
    // Behind the state: ppid pgrp session tty tpgid flags minflt cminflt majflt cmajflt, then these.
    if (std::sscanf(std::string(after_name(stat)).c_str(),
                    "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %lld %lld", &user, &system,
                    &user_of_children, &system_of_children) != 4)
      continue;
    sum += (static_cast<double>(user + system) + static_cast<double>(user_of_children + system_of_children)) / ticks;
  }
  return sum;
}

std::string process_name(int pid) {
  std::string name = slurp(format("/proc/{}/comm", pid));
  if (!name.empty() && name.back() == '\n') name.pop_back();
  return name;
}

bool was_started_with(int pid, const std::string& setting) {
  const std::string zero(1, '\0');
  return (zero + slurp(format("/proc/{}/environ", pid)) + zero).find(zero + setting + zero) != std::string::npos;
}

}  // namespace feedrate::host
