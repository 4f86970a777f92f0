#include "feedrate/host/tree.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "feedrate/host/clock.h"
#include "feedrate/host/proc.h"

namespace feedrate::host {
namespace {

// Waits for a condition, at most ten seconds.
template <class F>
bool eventually(F&& condition) {
  const auto deadline = monotonic_ns() + 10'000'000'000;
  while (!condition()) {
    if (monotonic_ns() > deadline) return false;
    poll(nullptr, 0, 2);
  }
  return true;
}

std::string text_of(Tree& tree, std::size_t bytes) {
  std::string out;
  EXPECT_TRUE(eventually([&] {
    char buffer[256];
    const ssize_t n = read(tree.output(), buffer, sizeof buffer);
    if (n > 0) out.append(buffer, static_cast<std::size_t>(n));
    return out.size() >= bytes;
  }));
  return out;
}

Expected<Tree> shell(const std::string& script) {
  return Tree::start({{"/bin/sh", "-c", script}, {{"COLOUR", "red"}}});
}

bool alive(int pid) {
  const char state = process_state(pid);
  return state != 0 && state != 'Z' && state != 'X';
}

TEST(Tree, ReportsOutputAndExitCode) {
  auto tree = shell("echo $COLOUR; exit 7");
  ASSERT_TRUE(tree);
  EXPECT_EQ(text_of(*tree, 4), "red\n");
  ASSERT_TRUE(eventually([&] { return tree->ending().has_value(); }));
  EXPECT_EQ(tree->ending()->code, 7);
  EXPECT_EQ(tree->end().survivors, 0);
}

TEST(Tree, ReportsTheSignal) {
  auto tree = shell("kill -SEGV $$");
  ASSERT_TRUE(tree);
  ASSERT_TRUE(eventually([&] { return tree->ending().has_value(); }));
  EXPECT_EQ(tree->ending()->signal, SIGSEGV);
}

TEST(Tree, SaysWhatCannotBeStarted) {
  auto tree = Tree::start({{"/no/such/program"}, {}});
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().message, "cannot start /no/such/program: No such file or directory");
}

TEST(Tree, DaemonsDoNotEscape) {
  // A daemon in a session of its own, whose parent is gone; then the first process ends.
  auto tree = shell("(setsid sh -c 'trap \"\" TERM HUP; echo $$; while :; do sleep 1000; done' &) ; sleep 0.2; exit 0");
  ASSERT_TRUE(tree);
  const int daemon = std::stoi(text_of(*tree, 2));
  ASSERT_TRUE(eventually([&] { return tree->ending().has_value(); }));
  EXPECT_TRUE(alive(daemon));
  EXPECT_GE(tree->end().survivors, 1);
  EXPECT_FALSE(alive(daemon));
}

TEST(Tree, FreezesAndThawsEveryMember) {
  auto tree = shell("sh -c 'sleep 1000 & sleep 1000 & echo up; wait' & wait");
  ASSERT_TRUE(tree);
  text_of(*tree, 3);
  const auto members = tree->members();
  ASSERT_GE(members.size(), 4U);
  tree->freeze();
  for (int pid : members) EXPECT_TRUE(eventually([&] { return process_state(pid) == 'T'; }));
  tree->thaw();
  for (int pid : members) EXPECT_TRUE(eventually([&] { return process_state(pid) == 'S'; }));
  tree->freeze();
  tree->end();
  for (int pid : members) EXPECT_FALSE(alive(pid));
}

TEST(Tree, DiesWithItsOwnerFrozenOrNot) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t owner = fork();
  if (owner == 0) {
    auto first = shell("sleep 1000 & sleep 1000");
    auto second = shell("sleep 1000");
    while (first->members().size() < 2) poll(nullptr, 0, 2);
    first->freeze();
    int pids[2] = {first->members()[0], second->root()};
    if (write(pipe_ends[1], pids, sizeof pids) != sizeof pids) _exit(1);
    for (;;) pause();
  }
  int pids[2];
  ASSERT_EQ(read(pipe_ends[0], pids, sizeof pids), static_cast<ssize_t>(sizeof pids));
  kill(owner, SIGKILL);
  waitpid(owner, nullptr, 0);
  for (int pid : pids) EXPECT_TRUE(eventually([&] { return !alive(pid); })) << pid;
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

TEST(Tree, CountsCpuTimeOfAllItsProcesses) {
  auto tree = shell("(i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done) & wait; exit 0");
  ASSERT_TRUE(tree);
  ASSERT_TRUE(eventually([&] { return tree->ending().has_value(); }));
  EXPECT_GT(tree->end().cpu_seconds, 0.01);
}

}  // namespace
}  // namespace feedrate::host
