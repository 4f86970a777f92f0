#include "feedrate/host/lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "feedrate/host/files.h"

namespace feedrate::host {
namespace {

class LockTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "lock_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    path_ = folder_ + "/run.lock";
  }
  void TearDown() override { EXPECT_TRUE(remove_tree(folder_)); }

  std::string folder_;
  std::string path_;
};

TEST_F(LockTest, TheSecondIsToldWhoHoldsIt) {
  EXPECT_FALSE(lock_holder(path_));
  {
    const auto first = Lock::acquire(path_);
    ASSERT_TRUE(first);
    ASSERT_TRUE(lock_holder(path_));
    EXPECT_EQ(lock_holder(path_)->pid, ::getpid());
    const auto second = Lock::acquire(path_);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().message,
              format("{} is held by process {}; wait until it ends, or stop it", path_, ::getpid()));
    EXPECT_TRUE(lock_holder(path_)) << "neither looking nor trying may release it";
  }
  EXPECT_FALSE(lock_holder(path_));
  EXPECT_TRUE(Lock::acquire(path_));
}

TEST_F(LockTest, DeathReleasesIt) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = Lock::acquire(path_);
    if (::write(ready[1], lock ? "y" : "n", 1) != 1) ::_exit(1);
    while (true) ::pause();
  }
  char answer = 0;
  ASSERT_EQ(::read(ready[0], &answer, 1), 1);
  ASSERT_EQ(answer, 'y');
  ASSERT_TRUE(lock_holder(path_));
  EXPECT_EQ(lock_holder(path_)->pid, child);
  EXPECT_NE(Lock::acquire(path_).error().message.find(format("process {};", child)), std::string::npos);

  ASSERT_EQ(::kill(child, SIGKILL), 0);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ::close(ready[0]);
  ::close(ready[1]);
  EXPECT_FALSE(lock_holder(path_));
  EXPECT_TRUE(Lock::acquire(path_));
}

TEST_F(LockTest, AFolderThatIsNotThereIsAnError) {
  EXPECT_EQ(Lock::acquire(folder_ + "/none/x.lock").error().message,
            "cannot write " + folder_ + "/none/x.lock: No such file or directory");
}

}  // namespace
}  // namespace feedrate::host
