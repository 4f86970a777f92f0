#include "feedrate/control/judge/overall.h"

#include <gtest/gtest.h>

#include <cmath>

namespace feedrate::control {
namespace {

TableRow with_ratio(const std::string& name, std::optional<double> ratio, int n = 5, double half = 0.02) {
  TableRow out;
  out.name = name;
  if (!ratio) return out;
  out.ratio = PairedRatio{};
  out.ratio->ratio = *ratio;
  out.ratio->n = n;
  if (n > 1) out.ratio->interval = {*ratio * std::exp(-half), *ratio * std::exp(half)};
  return out;
}

TableGroup group(std::vector<TableRow> rows, const std::string& reference = "native") {
  TableGroup out;
  out.reference = reference;
  TableRow first;
  first.name = reference;
  first.is_reference = true;
  out.rows = {first};
  out.rows.insert(out.rows.end(), rows.begin(), rows.end());
  return out;
}

TEST(Overall, OnlyWhatAllHaveCounts) {
  Table table;
  table.groups = {group({with_ratio("a", 0.5), with_ratio("b", 0.8)}),
                  group({with_ratio("a", 2.0), with_ratio("b", 0.2)}),
                  // What b lacks would make a the best of all.
                  group({with_ratio("a", 50.0), with_ratio("b", {})})};
  const auto found = overall_of(table);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->comparisons, 3);
  EXPECT_EQ(found->shared, 2);
  ASSERT_EQ(found->rows.size(), 3U);
  EXPECT_EQ(found->rows[0].name, "native");
  EXPECT_EQ(found->rows[1].name, "a");
  EXPECT_NEAR(found->rows[1].ratio, 1.0, 1e-9);
  EXPECT_NEAR(found->rows[2].ratio, 0.4, 1e-9);
  EXPECT_FALSE(found->rows[0].parts) << "the interval of a holds 1";
  EXPECT_TRUE(found->rows[1].parts);
}

TEST(Overall, TheIntervalIsThatOfAMean) {
  Table table;
  for (int i = 0; i < 4; ++i) table.groups.push_back(group({with_ratio("a", 0.5)}));
  const auto found = overall_of(table);
  ASSERT_TRUE(found);
  // Four alike: half the error, and sixteen degrees of freedom instead of four (t 2.1199 instead of 2.7764).
  ASSERT_TRUE(found->rows[1].interval);
  EXPECT_NEAR(std::log(found->rows[1].interval->high / 0.5), 0.02 / 2 * 2.119905 / 2.776445, 1e-6);
  EXPECT_TRUE(found->rows[0].parts);
}

TEST(Overall, OneBlockHasNoIntervalAndNoOrder) {
  Table table;
  for (int i = 0; i < 3; ++i) table.groups.push_back(group({with_ratio("a", 0.5, i == 1 ? 1 : 5)}));
  const auto found = overall_of(table);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->rows[1].interval);
  EXPECT_FALSE(found->rows[0].parts);
}

TEST(Overall, NothingThatAllHaveIsSaid) {
  Table table;
  table.groups = {group({with_ratio("a", 0.5)}), group({with_ratio("b", 0.5)}), group({with_ratio("b", 0.5)})};
  const auto found = overall_of(table);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->shared, 0);
  EXPECT_TRUE(found->rows.empty());
}

TEST(Overall, FewOrWithoutOneReferenceIsNone) {
  Table table;
  table.groups = {group({with_ratio("a", 0.5)}), group({with_ratio("a", 0.5)})};
  EXPECT_FALSE(overall_of(table));
  table.groups.push_back(group({with_ratio("a", 0.5)}, "opencv"));
  EXPECT_FALSE(overall_of(table));
}

}  // namespace
}  // namespace feedrate::control
