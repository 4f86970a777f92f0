#include "feedrate/host/tree.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

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

TEST(Tree, ReportsOutputAndExitCode) {
  auto tree = shell("echo $COLOUR; exit 7");
  ASSERT_TRUE(tree);
  EXPECT_EQ(text_of(*tree, 4), "red\n");
  ASSERT_TRUE(eventually([&] { return tree->ending().has_value(); }));
  EXPECT_EQ(tree->ending()->code, 7);
  EXPECT_EQ(tree->end().survivors, 0);
}

TEST(Tree, OneThatListensHearsUntilNothingMoreIsSaid) {
  auto tree = Tree::start({{"/bin/sh", "-c", "read a; echo $a; read b || exit 4; exit 5"}, {}, true});
  ASSERT_TRUE(tree);
  tree->say("first\n");
  EXPECT_EQ(text_of(*tree, 6), "first\n");
  EXPECT_FALSE(tree->ending());
  tree->hang_up();
  ASSERT_TRUE(eventually([&] { return tree->ending().has_value(); }));
  EXPECT_EQ(tree->ending()->code, 4);
  tree->say("to nobody\n");
}

TEST(Tree, WhoIsGoneHearsNothing) {
  auto tree = Tree::start({{"/bin/true"}, {}, true});
  ASSERT_TRUE(tree);
  ASSERT_TRUE(eventually([&] { return tree->ending().has_value(); }));
  tree->say("is anybody there\n");
  EXPECT_EQ(tree->ending()->code, 0);
}

TEST(Tree, ReportsTheSignal) {
  auto tree = shell("kill -SEGV $$");
  ASSERT_TRUE(tree);
  ASSERT_TRUE(eventually([&] { return tree->ending().has_value(); }));
  EXPECT_EQ(tree->ending()->signal, SIGSEGV);
}

TEST(Tree, StartsAndEndsThoughSignalsArrive) {
  struct sigaction action {};
  action.sa_handler = [](int) {};
  struct sigaction before {};
  sigaction(SIGALRM, &action, &before);
  // Rarer than a fork takes, also under a sanitizer: it begins again after each; some of so many starts are met.
  const itimerval often{{0, 7000}, {0, 7000}};
  setitimer(ITIMER_REAL, &often, nullptr);
  for (int i = 0; i < 200; ++i) {
    auto tree = shell("exit 0");
    ASSERT_TRUE(tree) << tree.error().text();
    ASSERT_GT(tree->end().cpu_seconds, 0);
  }
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &before, nullptr);
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
  EXPECT_TRUE(is_living(daemon));
  EXPECT_GE(tree->end().survivors, 1);
  EXPECT_FALSE(is_living(daemon));
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
  for (int pid : members) EXPECT_FALSE(is_living(pid));
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
  for (int pid : pids) EXPECT_TRUE(eventually([&] { return !is_living(pid); })) << pid;
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

TEST(Tree, CountsCpuTimeOfAllItsProcesses) {
  auto tree = shell("(i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done) & wait; exit 0");
  ASSERT_TRUE(tree);
  ASSERT_TRUE(eventually([&] { return tree->ending().has_value(); }));
  EXPECT_GT(tree->end().cpu_seconds, 0.01);
}

// Called srun, it says with what it was ended; what it started is not in the tree.
class Launcher : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "launcher_XXXXXX";
    ASSERT_NE(::mkdtemp(folder_.data()), nullptr);
    std::filesystem::create_symlink("/bin/bash", folder_ + "/srun");
    std::ofstream(folder_ + "/launch") << "trap 'echo asked > " << folder_ << "/asked; exit 3' TERM\n"
                                       << "echo up; while :; do sleep 0.01; done\n";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
};

TEST_F(Launcher, IsAskedToEndAndNobodyGoesOnBehindIt) {
  auto tree = shell(folder_ + "/srun " + folder_ + "/launch; echo on > " + folder_ + "/on");
  ASSERT_TRUE(tree);
  text_of(*tree, 3);
  tree->end();
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/asked"));
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/on"));
}

TEST_F(Launcher, IsAskedAlsoWhenFrozenAndAsRoot) {
  auto tree = Tree::start({{folder_ + "/srun", folder_ + "/launch"}, {}});
  ASSERT_TRUE(tree);
  text_of(*tree, 3);
  tree->freeze();
  tree->end();
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/asked"));
  EXPECT_EQ(tree->ending()->code, 3);
}

TEST(Tree, CountsWhatIsAdoptedAlsoWhenItIsGone) {
  auto other = shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done; sleep 1000");
  auto tree = shell("sleep 1000");
  ASSERT_TRUE(other && tree);
  text_of(*other, 5);
  tree->adopt(other->root());
  const auto members = tree->members();
  EXPECT_NE(std::find(members.begin(), members.end(), other->root()), members.end());
  const auto born = tree->born_members();
  EXPECT_EQ(std::find(born.begin(), born.end(), other->root()), born.end());
  other->end();
  EXPECT_EQ(tree->members(), tree->born_members());
  EXPECT_GT(tree->end().cpu_seconds, 0.01);
}

TEST(Proc, KnowsWithWhatAProcessWasStarted) {
  // While one program takes the place of another, the process has no environment to read: first it must be there.
  auto tree = shell("echo up; sleep 1000; :");
  ASSERT_TRUE(tree);
  EXPECT_EQ(text_of(*tree, 3), "up\n");
  EXPECT_TRUE(was_started_with(tree->root(), "COLOUR=red"));
  EXPECT_FALSE(was_started_with(tree->root(), "COLOUR=re"));
  EXPECT_FALSE(was_started_with(tree->root(), "OLOUR=red"));
}

}  // namespace
}  // namespace feedrate::host
