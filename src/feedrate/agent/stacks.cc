#include "feedrate/agent/stacks.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "feedrate/agent/log.h"
#include "feedrate/host/clock.h"
#include "feedrate/host/proc.h"

namespace feedrate::agent {
namespace {

constexpr std::size_t kMostProcesses = 6;
constexpr std::size_t kMostText = 16 * 1024;

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string cut(std::string text) {
  if (text.size() > kMostText) text = text.substr(0, kMostText) + "\n[cut]";
  return text;
}

// A tool that is looking at one process.
struct Look {
  int pid = 0;
  std::string tool;
  host::Tree tree;
  Log log;
  bool done = false;
};

void read_output(Look& look) {
  char buffer[16384];
  for (;;) {
    const ssize_t n = read(look.tree.output(), buffer, sizeof buffer);
    if (n <= 0) return;
    look.log.add({buffer, static_cast<std::size_t>(n)});
  }
}

std::optional<std::string> find_program(const std::string& name, const std::string& folder) {
  if (!folder.empty() && access((folder + "/" + name).c_str(), X_OK) == 0) return folder + "/" + name;
  std::istringstream path(getenv("PATH") != nullptr ? getenv("PATH") : "/usr/bin:/bin");
  for (std::string each; std::getline(path, each, ':');)
    if (access((each + "/" + name).c_str(), X_OK) == 0) return each + "/" + name;
  return {};
}

std::string kernel_side(int pid) {
  std::string out;
  std::error_code ignored;
  for (const auto& task : std::filesystem::directory_iterator(format("/proc/{}/task", pid), ignored)) {
    const std::string at = task.path().string();
    std::string name = text_of(at + "/comm");
    if (!name.empty() && name.back() == '\n') name.pop_back();
    out += format("thread {} {}: {}\n{}", task.path().filename().string(), name, text_of(at + "/wchan"),
                  text_of(at + "/stack"));
  }
  return out;
}

// A Python subject dumps its own threads when asked: only asked where it has opened the file for it, since the signal
// would kill anything else.
std::optional<std::string> faulthandler_file(int pid, const std::string& marks_folder) {
  std::string path = format("{}/faulthandler-{}.txt", marks_folder, pid);
  if (access(path.c_str(), R_OK) != 0) return {};
  return path;
}

}  // namespace

std::vector<contract::Stack> collect_stacks(const host::Tree& tree, const std::string& marks_folder,
                                            const std::string& program_folder, double budget_seconds) {
  const std::int64_t start = host::monotonic_ns();
  const auto left_ms = [&](double of) {
    const double left = of - static_cast<double>(host::monotonic_ns() - start) * 1e-9;
    return std::max(0, static_cast<int>(left * 1e3));
  };
  std::vector<contract::Stack> out;
  auto pids = tree.members();
  if (pids.size() > kMostProcesses) pids.resize(kMostProcesses);

  for (int pid : pids)
    if (faulthandler_file(pid, marks_folder)) kill(pid, SIGUSR1);
  for (int pid : pids) {
    const std::string text = kernel_side(pid);
    out.push_back({pid, "kernel", cut(text), text.find("[<0>]") != std::string::npos});
  }
  // The dump takes microseconds; a process that cannot run its signal handler never writes it.
  const auto dumped = [&] {
    return std::all_of(pids.begin(), pids.end(), [&](int pid) {
      const auto path = faulthandler_file(pid, marks_folder);
      return !path || !text_of(*path).empty();
    });
  };
  while (!dumped() && left_ms(budget_seconds * 0.3) > 0) poll(nullptr, 0, 5);
  for (int pid : pids)
    if (const auto path = faulthandler_file(pid, marks_folder)) {
      const std::string text = text_of(*path);
      out.push_back({pid, "faulthandler", text.empty() ? "no answer to SIGUSR1" : cut(text), !text.empty()});
    }

  std::vector<Look> looks;
  const auto gdb = find_program("gdb", "");
  const auto py_spy = find_program("py-spy", program_folder);
  for (int pid : pids) {
    const std::string id = std::to_string(pid);
    const auto look = [&](const char* tool, const std::optional<std::string>& program,
                          std::vector<std::string> arguments) {
      if (!program) {
        out.push_back({pid, tool, format("{} is not installed", tool), false});
        return;
      }
      arguments.insert(arguments.begin(), *program);
      auto started = host::Tree::start({std::move(arguments), {}});
      if (started)
        looks.push_back({pid, tool, std::move(*started), {}, false});
      else
        out.push_back({pid, tool, started.error().message, false});
    };
    // py-spy reads without stopping the process, so that gdb can attach at the same time.
    if (host::process_name(pid).starts_with("python") || faulthandler_file(pid, marks_folder))
      look("py-spy", py_spy, {"dump", "--nonblocking", "--pid", id});
    look("gdb", gdb, {"-nx", "-q", "-batch", "-p", id, "-ex", "thread apply all backtrace 40"});
  }
  bool all_done = false;
  while (!all_done && left_ms(budget_seconds) > 0) {
    std::vector<pollfd> waiting;
    for (auto& look : looks)
      if (!look.done) waiting.push_back({look.tree.events(), POLLIN, 0});
    poll(waiting.data(), waiting.size(), std::min(left_ms(budget_seconds), 20));
    all_done = true;
    for (auto& look : looks) {
      read_output(look);
      look.done = look.done || look.tree.ending().has_value();
      all_done = all_done && look.done;
    }
  }
  for (auto& look : looks) {
    read_output(look);
    const bool ok = look.done && look.tree.ending()->code == 0 && look.tree.ending()->signal == 0;
    std::string text = cut(look.log.text());
    if (!look.done) text += format("\n[{} did not finish in time]", look.tool);
    const bool got = ok || text.find("#0") != std::string::npos;
    out.push_back({look.pid, look.tool, text, got});
    look.tree.end();
  }
  return out;
}

}  // namespace feedrate::agent
