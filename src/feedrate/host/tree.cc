#include "feedrate/host/tree.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "feedrate/host/clock.h"
#include "feedrate/host/proc.h"
#include "feedrate/host/warden.h"

namespace feedrate::host {
namespace {

// Rounds of "look who is there, stop them": a process that is stopped no longer forks, so few are needed.
constexpr int kFreezeRounds = 8;

// Somebody's Ctrl-C while we wait for the warden's word is no word of the warden.
template <class Call>
auto uninterrupted(Call&& call) {
  for (;;) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

}  // namespace

Expected<Tree> Tree::start(const Launch& launch) {
  FEEDRATE_CHECK(!launch.command.empty());
  int pair[2];
  int log[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
    return system_failure("cannot make a socket pair", errno);
  Descriptor ours(pair[0]);
  Descriptor theirs(pair[1]);
  if (pipe2(log, O_CLOEXEC) != 0) return system_failure("cannot make a pipe", errno);
  Descriptor log_end(log[0]);
  Descriptor log_start(log[1]);
  fcntl(log_end.get(), F_SETFL, O_NONBLOCK);
  Descriptor said;
  Descriptor heard;
  if (launch.listens) {  // a socket: writing to one that nobody reads is no signal
    int ears[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ears) != 0)
      return system_failure("cannot make a socket pair", errno);
    said = Descriptor(ears[0]);
    heard = Descriptor(ears[1]);
  }
  const pid_t warden = fork();
  if (warden < 0) return system_failure("cannot start a process", errno);
  if (warden == 0) run_warden(launch, theirs.get(), {heard ? heard.get() : -1, log_start.get()});
  theirs.reset();
  log_start.reset();
  heard.reset();
  Word word;
  const ssize_t n = uninterrupted([&] { return read(ours.get(), &word, sizeof word); });
  if (n == sizeof word && word.kind == Word::Kind::kStarted)
    return Tree(warden, word.number, std::move(ours), std::move(log_end), std::move(said));
  ours.reset();  // a warden that goes on would never see the end otherwise
  uninterrupted([&] { return waitpid(warden, nullptr, 0); });
  if (n != sizeof word) return failure(format("cannot start {}", launch.command[0]));
  return system_failure(format("cannot start {}", launch.command[0]), word.number);
}

Tree::~Tree() {
  if (warden_pipe_) end();
}

void Tree::say(const std::string& words) {
  if (!input_) return;
  const ssize_t ignored = uninterrupted([&] { return send(input_.get(), words.data(), words.size(), MSG_NOSIGNAL); });
  static_cast<void>(ignored);
}

void Tree::receive(bool wait) {
  for (;;) {
    pollfd waiting{warden_pipe_.get(), POLLIN, 0};
    if (uninterrupted([&] { return poll(&waiting, 1, wait ? -1 : 0); }) <= 0) return;
    Word word;
    const ssize_t n = uninterrupted([&] { return read(warden_pipe_.get(), &word, sizeof word); });
    if (n != sizeof word) return;  // the warden is gone
    if (word.kind == Word::Kind::kEnded)
      ending_ = WIFSIGNALED(word.number) ? Ending{0, WTERMSIG(word.number)} : Ending{WEXITSTATUS(word.number), 0};
    if (word.kind == Word::Kind::kGone) remains_ = Remains{word.number, word.seconds};
    if (remains_) return;
  }
}

std::optional<Ending> Tree::ending() {
  if (!ending_) receive(false);
  return ending_;
}

void Tree::adopt(int pid) {
  auto all = descendants(pid);
  all.push_back(pid);
  double& used = adopted_[pid];
  used = std::max(used, cpu_seconds(all));
}

std::vector<int> Tree::born_members() const { return descendants(warden_); }

std::vector<int> Tree::members() const {
  auto out = born_members();
  for (const auto& [pid, used] : adopted_) {
    if (!is_living(pid)) continue;
    out.push_back(pid);
    const auto below = descendants(pid);
    out.insert(out.end(), below.begin(), below.end());
  }
  return out;
}

std::vector<int> Tree::members_and_heir() const {
  auto out = members();
  out.push_back(warden_);
  return out;
}

std::int64_t Tree::freeze() {
  stopped_.clear();
  std::int64_t at = 0;
  for (int round = 0; round < kFreezeRounds; ++round) {
    bool found = false;
    for (int pid : members()) {
      if (std::find(stopped_.begin(), stopped_.end(), pid) != stopped_.end()) continue;
      kill(pid, SIGSTOP);
      stopped_.push_back(pid);
      found = true;
    }
    if (!found) break;
    at = monotonic_ns();
  }
  frozen_ = true;
  return at == 0 ? monotonic_ns() : at;
}

std::int64_t Tree::thaw() {
  const std::int64_t at = monotonic_ns();
  for (int pid : stopped_) kill(pid, SIGCONT);
  frozen_ = false;
  return at;
}

Remains Tree::end() {
  if (!remains_) {
    for (const auto& [pid, used] : adopted_)
      if (is_living(pid)) adopt(pid);
    char end = 'e';
    const ssize_t ignored = write(warden_pipe_.get(), &end, 1);
    static_cast<void>(ignored);
    receive(true);
    uninterrupted([&] { return waitpid(warden_, nullptr, 0); });
  }
  warden_pipe_.reset();
  auto out = remains_.value_or(Remains{});
  for (const auto& [pid, used] : adopted_) out.cpu_seconds += used;
  return out;
}

void become_reaper() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

void end_all_descendants() {
  for (;;) {
    for (int pid : descendants(getpid())) kill(pid, SIGKILL);
    if (waitpid(-1, nullptr, 0) < 0 && errno == ECHILD) return;
  }
}

}  // namespace feedrate::host
