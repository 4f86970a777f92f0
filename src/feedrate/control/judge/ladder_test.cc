#include "feedrate/control/judge/ladder.h"

#include <gtest/gtest.h>

#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

using contract::Record;

// Three loaders, each so many times as fast as the one before: 2 and 1.5.
std::vector<Record> three_changes() {
  std::vector<Record> out;
  const double speed[] = {1, 1.1, 0.9, 1, 1};
  for (int block = 1; block <= 5; ++block) {
    const auto add = [&](const char* subject, double rate, std::map<std::string, std::string> versions) {
      auto cell = example::sliced(example::cell(example::loader_case(subject), block, rate), rate * speed[block - 1]);
      cell.versions = std::move(versions);
      out.push_back(std::move(cell));
    };
    add("zero", 100, {{"numpy", "2.1"}, {"Pillow", "11"}});
    add("one", 200, {{"numpy", "2.2"}, {"simplejpeg", "1.9"}});
    add("two", 300, {{"numpy", "2.2"}, {"simplejpeg", "1.9"}});
    out.back().footnote = contract::Footnote{{}, "reads ahead"};
  }
  return out;
}

TEST(Ladder, EachRungAgainstTheOneBeforeAndTheFirst) {
  const auto ladders = judge_ladders(three_changes(), {"zero", "one", "two"}, 0.05);
  ASSERT_TRUE(ladders) << ladders.error().text();
  ASSERT_EQ(ladders->size(), 1U);
  const auto& rungs = ladders->front().rungs;
  ASSERT_EQ(rungs.size(), 3U);
  EXPECT_FALSE(rungs[0].step);
  EXPECT_EQ(rungs[0].change, "");
  EXPECT_NEAR(rungs[1].step->ratio, 2, 1e-9);
  EXPECT_NEAR(rungs[2].step->ratio, 1.5, 1e-9);
  EXPECT_NEAR(rungs[2].whole->ratio, 3, 1e-9);
  EXPECT_EQ(rungs[2].whole->n, 5);
  EXPECT_EQ(rungs[1].change, "numpy 2.1 -> 2.2, + simplejpeg 1.9, - Pillow 11");
  EXPECT_EQ(rungs[2].change, "reads ahead");
}

TEST(Ladder, GoesInTheOrderThatIsNamed) {
  const auto ladders = judge_ladders(three_changes(), {"two", "zero"}, 0.05);
  ASSERT_TRUE(ladders);
  EXPECT_NEAR(ladders->front().rungs[1].step->ratio, 1 / 3.0, 1e-9);
}

TEST(Ladder, WhatDidOtherWorkIsNoRung) {
  auto records = three_changes();
  for (auto& record : records)
    if (record.what.subject == "one") record.footnote = contract::Footnote{"exploratory", {}};
  const auto ladders = judge_ladders(records, {"zero", "one", "two"}, 0.05);
  ASSERT_TRUE(ladders);
  const auto& rungs = ladders->front().rungs;
  EXPECT_FALSE(rungs[1].step);
  EXPECT_EQ(rungs[1].no_step, "exploratory");
  EXPECT_FALSE(rungs[2].step);
  EXPECT_EQ(rungs[2].no_step, "one: exploratory");
  EXPECT_EQ(rungs[2].no_whole, "");
  EXPECT_NEAR(rungs[2].whole->ratio, 3, 1e-9);
}

TEST(Ladder, SubjectsThatAreNotThereAreNamed) {
  const auto unknown = judge_ladders(three_changes(), {"zero", "onee"}, 0.05);
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("did you mean one"), std::string::npos) << unknown.error().message;
  EXPECT_FALSE(judge_ladders(three_changes(), {"zero"}, 0.05));
}

}  // namespace
}  // namespace feedrate::control
