#include "feedrate/control/run/local.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>

#include <cstdlib>
#include <sstream>

#include "feedrate/base/json.h"
#include "feedrate/host/files.h"

namespace feedrate::control {
namespace {

// A shell script that plays the agent: "$1" is agent, "$2" the block, "$3" where results go, "$4" --wait or nothing.
class LocalTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "local_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { EXPECT_TRUE(host::remove_tree(folder_)); }

  static constexpr const char* kWaiting =
      "echo $$ >>\"$3\"; echo 'block done'; while read work; do echo \"$$ $work\" >>\"$3\"; echo 'block done'; done; "
      "echo left >>\"$3\"";
  std::vector<std::string> lines() {
    const auto text = host::read_file(folder_ + "/out");
    if (!text) return {};
    std::vector<std::string> out;
    std::istringstream stream(*text);
    for (std::string line; std::getline(stream, line);) out.push_back(line);
    return out;
  }

  LocalRunner agent(const std::string& script) {
    const std::string path = folder_ + "/agent.sh";
    EXPECT_TRUE(host::write_file(path, "#!/bin/sh\n" + script + "\n"));
    EXPECT_EQ(::chmod(path.c_str(), 0700), 0);
    return LocalRunner(path);
  }
  // Until the job ended: nothing, or what it failed with.
  std::string outcome(LocalRunner& runner, bool more = false) {
    const Job job{folder_, more};
    if (auto status = runner.submit(job); !status) return status.error().text();
    for (;;) {
      auto state = runner.poll(job, 1, [&](const contract::Progress& progress) { seen_.push_back(progress); });
      if (!state) return state.error().text();
      if (*state == JobState::kEnded) return "";
    }
  }

  std::string folder_;
  std::vector<contract::Progress> seen_;
};

TEST_F(LocalTest, HandsTheBlockOverAndPassesProgressOn) {
  const contract::Progress progress{std::string(32, 'a'), "native", "window", 3, 10, 500};
  auto runner = agent("echo 'a warning'; echo '" + canonical_json(contract::write_progress(progress)) +
                      "'; echo '{\"cell\": 1}'; echo \"$1 $2\" >\"$3\"");
  EXPECT_EQ(outcome(runner), "");
  ASSERT_EQ(seen_.size(), 1U) << "only whole lines of progress count";
  EXPECT_EQ(seen_[0].stage, "window");
  EXPECT_EQ(seen_[0].done, 3);
  const auto asked = host::read_file(folder_ + "/out");
  ASSERT_TRUE(asked) << asked.error().text();
  EXPECT_EQ(*asked, "agent " + folder_ + "/block.json\n");
}

TEST_F(LocalTest, AFailedAgentSpeaksInItsOwnWords) {
  auto full = agent("echo 'feedrate: cannot write: no space' >&2; exit 5");
  EXPECT_EQ(outcome(full), "cannot write: no space");
  auto silent = agent("exit 3");
  EXPECT_EQ(outcome(silent), "the agent ended with code 3");
  auto killed = agent("echo 'last words'; kill -KILL $$");
  EXPECT_EQ(outcome(killed), "the agent was ended by signal 9\nlast words\n");
}

TEST_F(LocalTest, OneRunnerRunsOneBlockAfterAnother) {
  auto runner = agent("test -e \"$3\" || { : >\"$3\"; echo 'first'; exit 1; }");
  EXPECT_EQ(outcome(runner), "first");
  EXPECT_EQ(outcome(runner), "");
}

TEST_F(LocalTest, AnAgentIsKeptWhileMoreOfItsKindFollows) {
  {
    auto runner = agent(kWaiting);
    EXPECT_EQ(outcome(runner, true), "");
    EXPECT_EQ(outcome(runner, true), "");
    const auto seen = lines();
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_EQ(seen[1], seen[0] + " " + folder_) << "the same process, told the work folder";
  }
  EXPECT_EQ(lines().back(), "left") << "it may end by itself";
}

TEST_F(LocalTest, AnAgentThatWaitsIsNotKeptForABlockOfAnotherKind) {
  auto runner = agent("if test \"$4\" = --wait; then " + std::string(kWaiting) + "; else echo alone >>\"$3\"; fi");
  EXPECT_EQ(outcome(runner, true), "");
  EXPECT_EQ(outcome(runner, false), "");
  const auto seen = lines();
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen[1], "left");
  EXPECT_EQ(seen[2], "alone");
}

TEST_F(LocalTest, AnAgentThatDiedWhileItWaitedIsReplaced) {
  auto runner = agent(
      "echo $$ >>\"$3\"; echo 'block done'; test -e \"$3.second\" || { : >\"$3.second\"; kill -KILL $$; }; read more");
  EXPECT_EQ(outcome(runner, true), "");
  const pid_t first = std::stoi(lines().at(0));
  while (::kill(first, 0) == 0) ::poll(nullptr, 0, 2);
  EXPECT_EQ(outcome(runner, true), "");
  EXPECT_EQ(lines().size(), 2U);
}

TEST_F(LocalTest, CancelIsFinalAndMayBeRepeated) {
  auto runner = agent("while :; do sleep 1000; done");
  ASSERT_TRUE(runner.submit({folder_}));
  runner.cancel({folder_});
  runner.cancel({folder_});
  auto next = agent("exit 0");
  EXPECT_EQ(outcome(next), "");
}

TEST_F(LocalTest, AProgramThatIsNotThereIsAnError) {
  LocalRunner runner(folder_ + "/nowhere");
  EXPECT_EQ(outcome(runner),
            "cannot start " + folder_ + "/nowhere: No such file or directory\n  while starting an agent");
}

}  // namespace
}  // namespace feedrate::control
