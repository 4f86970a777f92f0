#include "feedrate/host/warden.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <set>
#include <vector>

#include "feedrate/host/proc.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace feedrate::host {
namespace {

void say(int pipe, Word::Kind kind, int number, double seconds = 0) {
  const Word word{kind, number, seconds};
  // When nobody listens any more, the next poll says so.
  const ssize_t ignored = write(pipe, &word, sizeof word);
  static_cast<void>(ignored);
}

// In the child that becomes the subject. Only returns (an errno) when it could not be started.
int become(const Launch& launch, const Standard& standard, int warden) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (int s : {SIGINT, SIGTERM, SIGPIPE, SIGCHLD, SIGHUP}) signal(s, SIG_DFL);
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != warden) _exit(1);
  dup2(standard.input >= 0 ? standard.input : open("/dev/null", O_RDONLY | O_CLOEXEC), 0);
  dup2(standard.output, 1);
  dup2(standard.output, 2);
  for (const auto& [key, value] : launch.environment) setenv(key.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const auto& word : launch.command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvpe(arguments[0], arguments.data(), environ);
  return errno;
}

// Everything open but these belongs to the agent: another warden's pipe kept open here would hide the agent's death.
void close_all_but(const std::set<int>& kept) {
  unsigned next = 3;
  for (int keep : kept) {
    if (keep < 0) continue;
    if (static_cast<unsigned>(keep) > next) syscall(SYS_close_range, next, static_cast<unsigned>(keep) - 1, 0);
    next = static_cast<unsigned>(keep) + 1;
  }
  syscall(SYS_close_range, next, ~0U, 0);
}

// See tree.h. Who is not below one is stopped meanwhile: a script must not go on behind its srun.
void end_launchers() {
  constexpr int kPatienceMs = 10'000;  // srun itself gives its tasks 7 s
  constexpr int kGlanceMs = 20;
  const auto all = descendants(getpid());
  std::vector<int> launchers;
  std::set<int> below;   // a srun has a child of its own name
  for (int pid : all) {  // nearest first
    if (below.count(pid) != 0 || process_name(pid) != "srun") continue;
    launchers.push_back(pid);
    const auto its = descendants(pid);
    below.insert(its.begin(), its.end());
  }
  if (launchers.empty()) return;
  for (int pid : all)
    if (below.count(pid) == 0 && std::find(launchers.begin(), launchers.end(), pid) == launchers.end())
      kill(pid, SIGSTOP);
  for (int pid : launchers) kill(pid, SIGTERM);
  for (int pid : launchers) kill(pid, SIGCONT);  // all of it may have been frozen
  for (int pid : below) kill(pid, SIGCONT);
  for (int waited = 0; waited < kPatienceMs; waited += kGlanceMs) {
    if (std::none_of(launchers.begin(), launchers.end(), is_living)) return;
    poll(nullptr, 0, kGlanceMs);
  }
}

// Kills every descendant until there is none; whoever forks meanwhile is found in the next round.
void kill_and_reap(int root, std::optional<int>& root_status) {
  for (;;) {
    for (int pid : descendants(getpid())) kill(pid, SIGKILL);
    int status = 0;
    const pid_t gone = waitpid(-1, &status, 0);
    if (gone == root) root_status = status;
    if (gone < 0 && errno == ECHILD) return;
  }
}

}  // namespace

void run_warden(const Launch& launch, int pipe, const Standard& standard) {
  close_all_but({pipe, standard.input, standard.output});
  setsid();
  prctl(PR_SET_NAME, "feedrate-warden");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, SIGCHLD);
  sigprocmask(SIG_SETMASK, &watched, nullptr);
  for (int s : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) signal(s, SIG_IGN);
  const int deaths = signalfd(-1, &watched, SFD_CLOEXEC);

  int failed[2];
  if (pipe2(failed, O_CLOEXEC) != 0) _exit(1);
  const int self = getpid();
  const pid_t root = fork();
  if (root == 0) {
    const int code = become(launch, standard, self);
    const ssize_t ignored = write(failed[1], &code, sizeof code);
    static_cast<void>(ignored);
    _exit(127);
  }
  close(failed[1]);
  close(standard.output);
  if (standard.input >= 0) close(standard.input);
  int code = root < 0 ? errno : 0;
  if (root > 0 && read(failed[0], &code, sizeof code) <= 0) code = 0;
  close(failed[0]);
  if (code != 0) {
    say(pipe, Word::Kind::kNotStarted, code);
    while (waitpid(-1, nullptr, 0) > 0) {
    }
    _exit(1);
  }
  say(pipe, Word::Kind::kStarted, root);

  std::optional<int> root_status;
  bool told = false;
  for (;;) {
    pollfd waiting[2] = {{pipe, POLLIN, 0}, {deaths, POLLIN, 0}};
    poll(waiting, 2, -1);
    if (waiting[1].revents != 0) {
      signalfd_siginfo info;
      const ssize_t ignored = read(deaths, &info, sizeof info);
      static_cast<void>(ignored);
      int status = 0;
      for (pid_t gone = 0; (gone = waitpid(-1, &status, WNOHANG)) > 0;)
        if (gone == root) root_status = status;
    }
    if (root_status && !told) {
      say(pipe, Word::Kind::kEnded, *root_status);
      told = true;
    }
    if (waiting[0].revents != 0) {  // told to end, or the agent is gone
      char word = 0;
      // Left unread, it would reset the connection at our exit and lose our last word.
      const ssize_t ignored = read(pipe, &word, 1);
      static_cast<void>(ignored);
      break;
    }
  }
  const bool root_was_gone = root_status.has_value();
  const int survivors = root_was_gone ? static_cast<int>(descendants(self).size()) : 0;
  end_launchers();
  kill_and_reap(root, root_status);
  if (!told && root_status) say(pipe, Word::Kind::kEnded, *root_status);
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  say(pipe, Word::Kind::kGone, survivors, seconds(used.ru_utime) + seconds(used.ru_stime));
  _exit(0);
}

}  // namespace feedrate::host
