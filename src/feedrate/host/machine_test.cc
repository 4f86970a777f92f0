#include "feedrate/host/machine.h"

#include <gtest/gtest.h>

namespace feedrate::host {
namespace {

TEST(Profile, IsMadeOfWhatDecidesComparability) {
  Machine m;
  m.node = "a";
  m.cpu_model = "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz";
  m.cpus_effective = 2;
  m.cpus_total = 16;
  m.memory_bytes = 25'270'000'000;
  EXPECT_EQ(profile_of(m), "intel-xeon-gold-6248-2of16c-24g");
  Machine bound = m;
  bound.cpus_effective = 1.5;
  bound.numa_nodes = 2;
  bound.gpus = {"NVIDIA A100-SXM4-40GB", "NVIDIA A100-SXM4-40GB"};
  EXPECT_EQ(profile_of(bound), "intel-xeon-gold-6248-1.5of16c-24g-2n-2x-nvidia-a100sxm440gb");
  bound.gpu_driver = "570.86.15";
  bound.data_storage = "network";
  EXPECT_EQ(profile_of(bound),
            "intel-xeon-gold-6248-1.5of16c-24g-2n-2x-nvidia-a100sxm440gb-driver570.86.15-networkdata");
  Machine renamed = m;
  renamed.node = "b";
  renamed.cpu_model = "Intel(R) Xeon(R) Gold 6248 CPU @ 2.49GHz";
  EXPECT_EQ(profile_of(renamed), profile_of(m));
}

TEST(Machine, DataInMemoryIsAnotherProfile) {
  EXPECT_EQ(this_machine("/dev/shm").data_storage, "memory");
  EXPECT_EQ(this_machine().data_storage, "");
}

TEST(Machine, HasFacts) {
  const Machine m = this_machine();
  EXPECT_GT(m.cpus_effective, 0);
  EXPECT_GT(m.memory_bytes, 1 << 20);
  EXPECT_EQ(m.boot_id.size(), 36U);
  EXPECT_FALSE(own_program().empty());
}

}  // namespace
}  // namespace feedrate::host
