#include "feedrate/control/judge/conformance.h"

#include <gtest/gtest.h>

#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

contract::OutputEvidence output(std::optional<std::string> against, std::optional<double> mean,
                                std::optional<double> largest, std::optional<std::string> otherwise = {}) {
  return {2, "2 x 2 x 3 uint8", std::move(against), mean, largest, std::move(otherwise)};
}

std::optional<Conformance> judged(const std::vector<std::optional<contract::OutputEvidence>>& cells) {
  std::vector<contract::Record> records(cells.size());
  Arm arm;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    records[i].evidence.output = cells[i];
    arm.cells.push_back(&records[i]);
  }
  return conformance_of(arm);
}

TEST(Conformance, NobodyComparedSaysNothing) { EXPECT_FALSE(judged({std::nullopt, std::nullopt})); }

TEST(Conformance, RoundingIsTheSame) {
  const auto found = judged({output("native", 0.5, 2), std::nullopt});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->same);
  EXPECT_EQ(found->cells, 0);
  EXPECT_EQ(found->text, "differs from native by 0.50 levels of 255 in the mean, at most 2");
}

TEST(Conformance, TheWorstCellDecides) {
  EXPECT_FALSE(judged({output("native", 0.1, 1), output("native", 0.9, 1)})->same);
  EXPECT_FALSE(judged({output("native", 0.1, 9), output("native", 0.1, 1)})->same);
  const auto shape = judged({output("native", {}, {}, "it gives 1 x 1 x 3 uint8"), output("native", 50, 200)});
  EXPECT_FALSE(shape->same);
  EXPECT_EQ(shape->cells, 2);
  EXPECT_EQ(shape->text, "it gives 1 x 1 x 3 uint8");
  // One that says neither how far nor why is not trusted.
  EXPECT_FALSE(judged({output("native", {}, {})})->same);
}

TEST(Conformance, TheRecipeMayAcceptMoreAndSaysWhy) {
  contract::Record record;
  record.evidence.output = output("native", 2, 30);
  contract::TransformWork work;
  work.accepted = contract::Accepted{"resize", 2.5, 40, "another kernel"};
  record.what.work = work;
  Arm arm;
  arm.cells.push_back(&record);
  EXPECT_TRUE(conformance_of(arm)->same);
  EXPECT_EQ(conformance_of(arm)->accepted, "another kernel");
  record.evidence.output = output("native", 2, 41);
  EXPECT_FALSE(conformance_of(arm)->same);
  record.evidence.output = output("native", 0.5, 1);
  EXPECT_EQ(conformance_of(arm)->accepted, "") << "rounding needs nobody's word";
  contract::LoaderWork loader;
  loader.recipe.accepted = std::vector{contract::Accepted{{}, 2.5, 40, "smoother"}};
  record.what.work = loader;
  record.evidence.output = output("the recipe", 2, 30);
  EXPECT_TRUE(conformance_of(arm)->same);
}

TEST(Conformance, TheReferenceIsTheSameAsItself) {
  const auto found = judged({output({}, {}, {})});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->same);
}

}  // namespace
}  // namespace feedrate::control
