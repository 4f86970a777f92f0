#include "feedrate/control/doctor/findings.h"

#include <gtest/gtest.h>

#include "feedrate/base/format.h"

namespace feedrate::control {
namespace {

Look healthy() {
  Look look;
  look.bounds.cpus = {{"machine", 8}, {"affinity", 8}};
  look.bounds.memory = {{"machine", std::int64_t{32} << 30}};
  look.bounds.shm = host::SharedMemory{std::int64_t{16} << 30, std::int64_t{16} << 30};
  look.bounds.files = {4096, 4096};
  look.load = host::Load{0.05, 0.001};
  look.data = "./photos";
  look.file_system = host::FileSystem{"ext4", "/", host::StorageClass::kLocal};
  return look;
}

std::string only(const Look& look) {
  const auto found = findings_of(look);
  EXPECT_EQ(found.size(), 1U);
  return found.empty() ? "" : format("{} -> {}", found.front().what, found.front().fix);
}

TEST(Findings, NoneOnAHealthyMachine) { EXPECT_TRUE(findings_of(healthy()).empty()); }

TEST(Findings, EachLimitIsNamedWithItsFix) {
  auto look = healthy();
  look.bounds.cpus.push_back({"SLURM_CPUS_PER_TASK", 2});
  EXPECT_EQ(
      only(look),
      "2 of 8 CPUs can be used: SLURM_CPUS_PER_TASK -> ask Slurm for more (--cpus-per-task), or use as few workers");
  look = healthy();
  look.bounds.shm = host::SharedMemory{64 << 20, 64 << 20};
  EXPECT_EQ(
      only(look),
      "/dev/shm has 64 MiB free of 64 MiB: batches of torch workers go through it -> docker run --shm-size=8g; or "
      "mount -o remount,size=8G /dev/shm");
  look = healthy();
  look.bounds.files = {64, 4096};
  EXPECT_EQ(only(look), "64 files can be open at once -> ulimit -n 4096");
  look = healthy();
  look.threads = {{"OMP_NUM_THREADS", "16"}};
  EXPECT_EQ(only(look), "OMP_NUM_THREADS=16 is more than the 8 CPUs that can be used -> export OMP_NUM_THREADS=8");
  look = healthy();
  look.load = host::Load{1.5, 0};
  EXPECT_EQ(only(look),
            "others keep 1.5 of 8 CPUs busy right now -> see who: top -o %CPU; measure when it is quiet, or sliced");
  look = healthy();
  look.load = host::Load{0, 0.03};
  EXPECT_EQ(only(look),
            "3.0 % of the CPU time is stolen by other guests of this host -> absolute rates will wander: trust only "
            "ratios, sliced");
}

TEST(Findings, AQuotaOfPartOfACpuSaysHowManyWorkersFit) {
  auto look = healthy();
  look.bounds.cpus.push_back({"cgroup quota", 1.5});
  const auto found = findings_of(look);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].what, "1.5 of 8 CPUs can be used: cgroup quota");
  EXPECT_EQ(found[1].fix, "at most 1 busy at a time keep below it");
}

TEST(Findings, WarningsComeFirst) {
  auto look = healthy();
  look.numa_nodes = 2;
  look.file_system = host::FileSystem{"nfs4", "/data", host::StorageClass::kNetwork};
  look.bounds.files = {64, 64};
  const auto found = findings_of(look);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].level, Level::kWarn);
  EXPECT_EQ(found[1].level, Level::kNote);
}

TEST(Findings, WhatIsNotThereIsNoFinding) {
  auto look = healthy();
  look.load = {};
  look.file_system = {};
  look.governor = {};
  EXPECT_TRUE(findings_of(look).empty());
  look.bounds.shm = {};
  EXPECT_EQ(only(look), "there is no /dev/shm: torch workers cannot hand over batches -> mount a tmpfs there");
}

}  // namespace
}  // namespace feedrate::control
