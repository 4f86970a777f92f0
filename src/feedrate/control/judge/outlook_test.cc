#include "feedrate/control/judge/outlook.h"

#include <gtest/gtest.h>

#include <cmath>

#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

using contract::Record;
using example::cell;
using example::loader_case;

std::optional<Outlook> outlook_from(const std::vector<Record>& records, double log_ratio) {
  const Arms found = arms_of(records);
  std::vector<const Arm*> arms;
  for (const auto& arm : found.arms) arms.push_back(&arm);
  return outlook_of(log_ratio, 0.05, arms);
}

TEST(Outlook, NothingWasMeasuredTwice) {
  EXPECT_FALSE(outlook_from({cell(loader_case("a"), 1, 100), cell(loader_case("b"), 2, 110)}, 0.1));
}

// Two equal runs, 168.71 and 159.586 samples/s: sd = ln(1.05717) / sqrt 2 = 0.039314. A ratio of two such has
// 0.055598. At ratio 1.0897 the interval must keep clear of 0: half-width under 0.085937. With t(0.975, 3) = 3.18245
// four blocks have 0.08847, and with t(0.975, 4) = 2.77645 five have 0.06903. The upper 80 % bound of the sd is
// 0.039314 / sqrt(0.0641847) = 0.155179, so 0.219456: 27 blocks have 0.086814, 28 have 0.085096.
TEST(Outlook, FromOnePairOfEqualRuns) {
  const auto outlook = outlook_from(
      {cell(loader_case("a"), 1, 168.71), cell(loader_case("a"), 2, 159.586), cell(loader_case("b"), 3, 100)},
      std::log(165.862 / 152.203));
  ASSERT_TRUE(outlook);
  EXPECT_NEAR(outlook->sd, 0.039314, 1e-6);
  EXPECT_EQ(outlook->degrees, 1);
  EXPECT_EQ(outlook->blocks, 5U);
  EXPECT_EQ(outlook->cautious, 28U);
}

TEST(Outlook, PoolsArmsByTheirDegreesOfFreedom) {
  std::vector<Record> records;
  for (int block = 1; block <= 3; ++block) records.push_back(cell(loader_case("a"), block, std::exp(0.1 * block)));
  for (int block = 4; block <= 5; ++block) records.push_back(cell(loader_case("b"), block, std::exp(0.4 * block)));
  const auto outlook = outlook_from(records, 0.5);
  ASSERT_TRUE(outlook);
  // Variances 0.01 with 2 degrees and 0.08 with 1.
  EXPECT_NEAR(outlook->sd, std::sqrt((2 * 0.01 + 0.08) / 3), 1e-12);
  EXPECT_EQ(outlook->degrees, 3);
}

TEST(Outlook, NeverFewerBlocksThanAVerdictNeedsNorMoreThanAnybodyWaitsFor) {
  const std::vector<Record> still = {cell(loader_case("a"), 1, 100), cell(loader_case("a"), 2, 100)};
  EXPECT_EQ(outlook_from(still, 0)->blocks, 5U);
  const std::vector<Record> wild = {cell(loader_case("a"), 1, 100), cell(loader_case("a"), 2, 300)};
  EXPECT_FALSE(outlook_from(wild, 0)->blocks);
}

}  // namespace
}  // namespace feedrate::control
