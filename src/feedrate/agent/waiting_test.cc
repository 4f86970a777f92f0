#include "feedrate/agent/waiting.h"

#include <gtest/gtest.h>
#include <poll.h>

#include "feedrate/host/proc.h"

namespace feedrate::agent {
namespace {

// Plays a subject: says so when it is told that nothing follows.
constexpr const char* kScript = "while read order; do :; done; : feedrate.subject";

contract::ProcessGroup group(const std::string& subject, const std::string& case_id) {
  contract::ProcessGroup out;
  out.subject = subject;
  out.build = "b";
  out.start.command = {"/bin/sh", "-c", kScript, "feedrate.subject"};
  out.cells = {{"cell-of-" + case_id, case_id, {}}};
  out.cells.front().what.work = contract::TransformWork{};
  return out;
}

WaitingProcess process(const std::string& subject, const std::string& case_id) {
  auto its = group(subject, case_id);
  auto tree = host::Tree::start({its.start.command, {}, true});
  FEEDRATE_CHECK(tree.has_value());
  tree->freeze();
  return {its, {case_id}, its.cells.front().id, std::move(*tree)};
}

contract::BlockSpec block(std::vector<contract::ProcessGroup> order) {
  contract::BlockSpec out;
  out.order = std::move(order);
  return out;
}

TEST(Waiting, OnlyTransformsOfOurHarnessUnderstandASecondOrder) {
  auto its = group("mine", "a");
  EXPECT_TRUE(Waiting::understands(its));
  its.start.command = {"python", "mine.py"};
  EXPECT_FALSE(Waiting::understands(its));
  its = group("mine", "a");
  its.cells.front().what.work = contract::LoaderWork{};
  EXPECT_FALSE(Waiting::understands(its));
}

TEST(Waiting, AProcessGoesOnWithAnotherCaseOfItsSubject) {
  Waiting waiting;
  waiting.keep(process("mine", "a"));
  EXPECT_FALSE(waiting.take(group("other", "b")));
  auto changed = group("mine", "b");
  changed.build = "another";
  EXPECT_FALSE(waiting.take(changed));
  changed = group("mine", "b");
  changed.start.environment["THREADS"] = "2";
  EXPECT_FALSE(waiting.take(changed));
  const auto taken = waiting.take(group("mine", "b"));
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->cell, "cell-of-a");
  EXPECT_FALSE(waiting.take(group("mine", "c"))) << "it is taken";
}

TEST(Waiting, NoneRunsTheSameCaseTwice) {
  Waiting waiting;
  waiting.keep(process("mine", "a"));
  EXPECT_FALSE(waiting.take(group("mine", "a")));
}

TEST(Waiting, WhoWouldRepeatMakesWayAndTheOthersStay) {
  Waiting waiting;
  auto repeats = process("mine", "a");
  auto stays = process("other", "b");
  const int pids[2] = {repeats.tree.root(), stays.tree.root()};
  waiting.keep(std::move(repeats));
  waiting.keep(std::move(stays));
  waiting.make_way_for(block({group("mine", "a"), group("other", "a")}));
  EXPECT_FALSE(host::is_living(pids[0]));
  EXPECT_TRUE(host::is_living(pids[1]));
  waiting.end_all();
  EXPECT_FALSE(host::is_living(pids[1]));
}

TEST(Waiting, OneThatDiedMeanwhileIsNotTaken) {
  Waiting waiting;
  auto dead = process("mine", "a");
  dead.tree.hang_up();
  dead.tree.thaw();
  while (!dead.tree.ending()) ::poll(nullptr, 0, 2);
  waiting.keep(std::move(dead));
  EXPECT_FALSE(waiting.take(group("mine", "b")));
}

}  // namespace
}  // namespace feedrate::agent
