#include "feedrate/host/bounds.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "feedrate/host/files.h"
#include "feedrate/host/filesystem.h"
#include "feedrate/host/load.h"

namespace feedrate::host {
namespace {

class BoundsTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "bounds_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { EXPECT_TRUE(remove_tree(root_)); }

  void file(const std::string& path, const std::string& text) const {
    const auto slash = path.rfind('/');
    ASSERT_TRUE(make_folders(root_ + path.substr(0, slash)));
    ASSERT_TRUE(write_file(root_ + path, text));
  }
  [[nodiscard]] Places places() const {
    return {root_, [this](const std::string& name) -> std::optional<std::string> {
              const auto found = variables_.find(name);
              if (found == variables_.end()) return {};
              return found->second;
            }};
  }
  [[nodiscard]] std::map<std::string, double> found() const {
    std::map<std::string, double> out;
    for (const auto& each : cpu_bounds_of(places())) out[each.what] = each.cpus;
    return out;
  }

  std::string root_;
  std::map<std::string, std::string> variables_;
};

TEST_F(BoundsTest, NothingIsFoundWhereNothingIsSet) {
  EXPECT_TRUE(found().empty());
  EXPECT_FALSE(memory_limit_of(places()));
}

TEST_F(BoundsTest, TheSmallestQuotaOfAllGroupsAboveCountsInV2) {
  file("/proc/self/cgroup", "0::/pod/box\n");
  file("/sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
  file("/sys/fs/cgroup/pod/cpu.max", "150000 100000\n");
  file("/sys/fs/cgroup/pod/box/cpu.max", "max 100000\n");
  file("/sys/fs/cgroup/pod/box/cpuset.cpus.effective", "0-3,6\n");
  file("/sys/fs/cgroup/pod/box/memory.max", "max\n");
  file("/sys/fs/cgroup/pod/memory.max", "1073741824\n");
  EXPECT_EQ(found(), (std::map<std::string, double>{{"cgroup quota", 1.5}, {"cpuset", 5}}));
  EXPECT_EQ(memory_limit_of(places()), 1073741824);
}

TEST_F(BoundsTest, V1HasAFolderAController) {
  file("/proc/self/cgroup", "4:cpu,cpuacct:/job\n3:cpuset:/job\n2:memory:/job\n1:name=systemd:/\n0::/\n");
  file("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "50000\n");
  file("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
  file("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
  file("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  file("/sys/fs/cgroup/cpuset/job/cpuset.cpus", "1\n");
  file("/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(found(), (std::map<std::string, double>{{"cgroup quota", 0.5}, {"cpuset", 1}}));
  EXPECT_FALSE(memory_limit_of(places())) << "that number means none";
}

TEST_F(BoundsTest, APathThatCannotBeSeenFromAContainerLeavesTheRoot) {
  file("/proc/self/cgroup", "0::/host/only/path\n");
  file("/sys/fs/cgroup/cgroup.controllers", "cpu\n");
  file("/sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(found(), (std::map<std::string, double>{{"cgroup quota", 2}}));
}

TEST_F(BoundsTest, SlurmsGrantCountsAlsoWhereItIsNotEnforced) {
  variables_ = {{"SLURM_CPUS_PER_TASK", "3"}, {"SLURM_CPUS_ON_NODE", "garbage"}};
  EXPECT_EQ(found(), (std::map<std::string, double>{{"SLURM_CPUS_PER_TASK", 3}}));
}

TEST(Bounds, OfEqualOnesTheFirstBinds) {
  Bounds bounds;
  bounds.cpus = {{"machine", 4}, {"cpuset", 2}, {"affinity", 2}};
  EXPECT_EQ(binding(bounds).what, "cpuset");
  bounds.cpus = {{"machine", 4}, {"affinity", 4}};
  EXPECT_EQ(binding(bounds).what, "machine");
}

TEST(Bounds, ListsOfCpus) {
  EXPECT_EQ(count_of_list("0-3,5"), 5);
  EXPECT_EQ(count_of_list("7"), 1);
  EXPECT_FALSE(count_of_list(""));
  EXPECT_FALSE(count_of_list("a-b"));
  EXPECT_FALSE(count_of_list("3-1"));
}

TEST(Bounds, HereThereIsAMachine) {
  const auto bounds = bounds_here();
  EXPECT_EQ(bounds.cpus.front().what, "machine");
  EXPECT_GE(binding(bounds).cpus, 0.01);
  EXPECT_GT(memory_binding(bounds).bytes, 1 << 20);
}

TEST(CpuTimes, BusyStealAndIdleApart) {
  const auto times = cpu_times("cpu  100 50 25 1000 200 5 20 40 0 0", 100);
  ASSERT_TRUE(times);
  EXPECT_DOUBLE_EQ(times->busy, 2);
  EXPECT_DOUBLE_EQ(times->steal, 0.4);
  EXPECT_DOUBLE_EQ(times->idle, 12);
  EXPECT_FALSE(cpu_times("cpu0 1 2 3 4", 100));
  EXPECT_FALSE(cpu_times("", 100));
}

TEST(FileSystems, TheLongestMountHoldsThePath) {
  const std::string mounts =
      "/dev/a / ext4 rw 0 0\nserver:/x /data nfs4 rw 0 0\ntmpfs /data/fast tmpfs rw 0 0\nme /my\\040home fuse.sshfs rw "
      "0 0\n";
  EXPECT_EQ(file_system_of("/data/set", mounts)->type, "nfs4");
  EXPECT_EQ(file_system_of("/data/set", mounts)->storage, StorageClass::kNetwork);
  EXPECT_EQ(file_system_of("/data/fast/x", mounts)->storage, StorageClass::kMemory);
  EXPECT_EQ(file_system_of("/database", mounts)->type, "ext4");
  EXPECT_EQ(file_system_of("/my home/x", mounts)->storage, StorageClass::kUser);
  EXPECT_FALSE(file_system_of("/x", ""));
}

}  // namespace
}  // namespace feedrate::host
