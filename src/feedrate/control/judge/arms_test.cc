#include "feedrate/control/judge/arms.h"

#include <gtest/gtest.h>

#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

using example::cell;
using example::loader_case;

TEST(Arms, TheBurnInEntersNothing) {
  const auto records = example::two_subjects();
  const Arms arms = arms_of(records);
  EXPECT_EQ(arms.left_out.burn_in, 2);
  ASSERT_EQ(arms.arms.size(), 2U);
  for (const auto& arm : arms.arms) {
    ASSERT_EQ(arm.cells.size(), 5U);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(arm.cells[static_cast<std::size_t>(i)]->block, i + 1);
  }
}

TEST(Arms, ABlockThatSaysBurnInIsOneWhateverItsNumber) {
  auto record = example::sliced(cell(loader_case("native"), 3, 1000), 900);
  std::get<contract::Sliced>(record.scope.interleave).burn_in = true;
  const std::vector<contract::Record> records = {record};
  const Arms arms = arms_of(records);
  EXPECT_EQ(arms.left_out.burn_in, 1);
  EXPECT_TRUE(arms.arms.empty());
}

TEST(Arms, OfTwoAttemptsAtABlockTheLastCounts) {
  const auto native = loader_case("native");
  const std::vector<contract::Record> records = {cell(native, 1, 1000, 2), cell(native, 1, 10, 1),
                                                 cell(native, 2, 20, 1)};
  const Arms arms = arms_of(records);
  EXPECT_EQ(arms.left_out.superseded, 1);
  ASSERT_EQ(arms.arms.size(), 1U);
  ASSERT_EQ(arms.arms[0].cells.size(), 2U);
  EXPECT_EQ(arms.arms[0].cells[0]->attempt, 2);
  EXPECT_EQ(arms.arms[0].cells[1]->block, 2);
}

TEST(Arms, TheSameCellTwiceIsOneObservation) {
  const auto native = loader_case("native");
  const std::vector<contract::Record> records = {cell(native, 1, 1000), cell(native, 1, 1000)};
  const Arms arms = arms_of(records);
  ASSERT_EQ(arms.arms.size(), 1U);
  EXPECT_EQ(arms.arms[0].cells.size(), 1U);
}

TEST(Arms, BuildsAndProfilesAreApart) {
  const auto base = cell(loader_case("native"), 1, 1000);
  auto elsewhere = base;
  elsewhere.profile = "epyc-16of64c-64g";
  elsewhere.id = std::string(32, 'e');
  const std::vector<contract::Record> records = {base, example::with_build(base, "changed"), elsewhere};
  EXPECT_EQ(arms_of(records).arms.size(), 3U);
}

TEST(Arms, NoRecordsGiveNoArms) { EXPECT_TRUE(arms_of({}).arms.empty()); }

}  // namespace
}  // namespace feedrate::control
