#include "feedrate/control/judge/compare.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "feedrate/base/random.h"
#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

using contract::Record;
using example::cell;
using example::loader_case;

CompareSide side(const std::vector<Record>& records, std::optional<std::string> subject = {},
                 const std::string& run = "first") {
  return {run, std::move(subject), {}, records};
}

TEST(Compare, PairsTwoSubjectsOfOneRunSecondAgainstFirst) {
  const auto records = example::two_subjects();
  const auto result = compare(side(records, "native"), side(records, "torch-pil"), 0.05);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->a.name, "first:native");
  EXPECT_EQ(result->b.name, "first:torch-pil");
  EXPECT_EQ(result->profile, "xeon-2of2c-24g");
  ASSERT_TRUE(result->ratio);
  EXPECT_NEAR(result->ratio->ratio, 0.4998398975, 1e-9);
  EXPECT_EQ(result->ratio->n, 5);
  EXPECT_EQ(result->judgement.verdict, Verdict::kSlower);
  EXPECT_TRUE(result->judgement.reason.empty());
  // sd 0.02830277 * 1.557582 * 2.776445 / sqrt 5 = 0.0547374; 1 - exp(-that) = 0.0532662.
  EXPECT_NEAR(*result->ratio->sees, 0.0532662, 1e-6);

  const auto turned = compare(side(records, "torch-pil"), side(records, "native"), 0.05);
  ASSERT_TRUE(turned);
  EXPECT_EQ(turned->judgement.verdict, Verdict::kFaster);
}

TEST(Compare, TurnedRoundEveryAnswerIsItsMirror) {
  const std::map<Verdict, Verdict> mirror = {{Verdict::kFaster, Verdict::kSlower},
                                             {Verdict::kSlower, Verdict::kFaster},
                                             {Verdict::kSame, Verdict::kSame},
                                             {Verdict::kCannotTell, Verdict::kCannotTell}};
  std::set<Verdict> seen;
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    std::vector<Record> records;
    const double change = 0.8 + 0.4 * random.unit();
    const double noise = 0.2 * random.unit();
    for (int block = 1; block <= 6; ++block) {
      records.push_back(cell(loader_case("one"), block, 1000));
      records.push_back(cell(loader_case("two"), block, 1000 * change * (1 + noise * (random.unit() - 0.5))));
    }
    const auto there = compare(side(records, "one"), side(records, "two"), 0.05);
    const auto back = compare(side(records, "two"), side(records, "one"), 0.05);
    ASSERT_TRUE(there && back);
    EXPECT_NEAR(there->ratio->ratio * back->ratio->ratio, 1, 1e-12);
    EXPECT_NEAR(there->ratio->interval->low * back->ratio->interval->high, 1, 1e-9);
    EXPECT_EQ(back->judgement.verdict, mirror.at(there->judgement.verdict));
    seen.insert(there->judgement.verdict);
  }
  EXPECT_EQ(seen.size(), 4U) << "not every verdict was tried";
}

TEST(Compare, RunsAreShownByTheirNamesWhileTheseDiffer) {
  const auto records = example::two_subjects();
  const auto apart = compare(side(records, "native", "runs/monday"), side(records, "native", "runs/tuesday"), 0.05);
  ASSERT_TRUE(apart);
  EXPECT_EQ(apart->a.name, "monday:native");
  EXPECT_EQ(apart->b.name, "tuesday:native");
  const auto alike = compare(side(records, "native", "old/first"), side(records, "native", "new/first"), 0.05);
  ASSERT_TRUE(alike);
  EXPECT_EQ(alike->a.name, "old/first:native");
  EXPECT_EQ(alike->b.name, "new/first:native");
  EXPECT_FALSE(alike->ratio);
}

TEST(Compare, ToleranceDecidesWhatIsSame) {
  std::vector<Record> records;
  for (int block = 1; block <= 5; ++block) {
    records.push_back(cell(loader_case("native"), block, 1000));
    records.push_back(cell(loader_case("other"), block, 1020 + block));
  }
  EXPECT_EQ(compare(side(records, "native"), side(records, "other"), 0.05)->judgement.verdict, Verdict::kSame);
  EXPECT_EQ(compare(side(records, "native"), side(records, "other"), 0.01)->judgement.verdict, Verdict::kFaster);
}

TEST(Compare, FewBlocksCannotTell) {
  const std::vector<Record> records = {cell(loader_case("native"), 1, 1000), cell(loader_case("torch-pil"), 1, 100)};
  const auto result = compare(side(records, "native"), side(records, "torch-pil"), 0.05);
  ASSERT_TRUE(result);
  EXPECT_NEAR(result->ratio->ratio, 0.1, 1e-12);
  EXPECT_EQ(result->judgement.verdict, Verdict::kCannotTell);
  EXPECT_EQ(result->judgement.reason, "1 shared block, and a verdict needs 5");
}

TEST(Compare, ImportedOneAfterTheOtherCannotTellButSaysHowManyBlocksWould) {
  std::vector<Record> records;
  for (int block = 1; block <= 12; ++block) {
    records.push_back(cell(loader_case(block <= 6 ? "old" : "new"), block, (block <= 6 ? 1000 : 1100) + block % 2));
    records.back().labels = {contract::kImportedLabel};
  }
  const auto result = compare(side(records, "old"), side(records, "new"), 0.05);
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->ratio);
  EXPECT_EQ(result->judgement.verdict, Verdict::kCannotTell);
  EXPECT_NE(result->judgement.reason.find("--interleaved"), std::string::npos);
  ASSERT_TRUE(result->outlook);
  EXPECT_EQ(result->outlook->degrees, 10);
  EXPECT_EQ(result->outlook->blocks, 5U);
}

TEST(Compare, WhereThereIsARatioThereIsNoOutlook) {
  const auto records = example::two_subjects();
  EXPECT_FALSE(compare(side(records, "native"), side(records, "torch-pil"), 0.05)->outlook);
}

TEST(Compare, TwoRunsShareNoBlocksEvenWithTheSameIds) {
  const auto records = example::two_subjects();
  const auto result = compare(side(records, "native", "monday"), side(records, "native", "tuesday"), 0.05);
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->ratio);
  EXPECT_EQ(result->judgement.verdict, Verdict::kCannotTell);
  EXPECT_NE(result->judgement.reason.find("no shared blocks"), std::string::npos);
  EXPECT_TRUE(result->a.rate);
  EXPECT_TRUE(result->b.rate);
}

TEST(Compare, DifferentAttemptsAtABlockAreNoPair) {
  const std::vector<Record> a = {cell(loader_case("native"), 1, 1000, 1)};
  const std::vector<Record> b = {cell(loader_case("torch-pil"), 1, 500, 2)};
  const auto result = compare(side(a, "native"), side(b, "torch-pil"), 0.05);
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->ratio);
  EXPECT_EQ(result->judgement.reason, "no shared blocks: no block has a rate of both");
}

TEST(Compare, OtherProfileIsNotComparable) {
  const auto here = example::two_subjects();
  auto there = here;
  for (auto& record : there) record.profile = "epyc-16of64c-64g";
  const auto result = compare(side(here, "native", "monday"), side(there, "native", "tuesday"), 0.05);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().fault, Fault::kNotComparable);
  EXPECT_NE(result.error().message.find("xeon-2of2c-24g"), std::string::npos);
  EXPECT_NE(result.error().message.find("epyc-16of64c-64g"), std::string::npos);
}

TEST(Compare, OtherWorkIsNotComparable) {
  const std::vector<Record> a = {cell(loader_case("native", 1), 1, 1000)};
  const std::vector<Record> b = {cell(loader_case("native", 2), 1, 1000)};
  const auto result = compare(side(a, {}, "monday"), side(b, {}, "tuesday"), 0.05);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().fault, Fault::kNotComparable);
}

TEST(Compare, MoreThanOneCommonCaseIsAnInputErrorWithTheList) {
  auto records = example::two_subjects(2);
  const auto more = example::two_subjects(4);
  records.insert(records.end(), more.begin(), more.end());
  const auto result = compare(side(records, "native"), side(records, "torch-pil"), 0.05);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().fault, Fault::kInput);
  EXPECT_EQ(result.error().message,
            "first:native and first:torch-pil have 2 cases in common, and compare takes one:\n"
            "  loader/imagenet-train/workers=2/batch=64/native and torch-pil\n"
            "  loader/imagenet-train/workers=4/batch=64/native and torch-pil\n"
            "Name a subject (RUN:SUBJECT), or see all ratios at once with feedrate report");
}

TEST(Compare, WholeRunsCompareTheSameCases) {
  const auto records = example::two_subjects();
  const auto result = compare(side(records, {}, "monday"), side(records, {}, "tuesday"), 0.05);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().fault, Fault::kInput);
  EXPECT_EQ(result.error().message,
            "monday and tuesday have 2 cases in common, and compare takes one:\n"
            "  loader/imagenet-train/workers=2/batch=64/native\n"
            "  loader/imagenet-train/workers=2/batch=64/torch-pil\n"
            "Name a subject (RUN:SUBJECT), or see all ratios at once with feedrate report");
}

TEST(Compare, TheSameCellsAreNoComparison) {
  const auto records = example::two_subjects();
  const auto result = compare(side(records, "native"), side(records, "native"), 0.05);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().fault, Fault::kInput);
}

TEST(Compare, TwoBuildsOfOneCase) {
  std::vector<Record> records;
  for (int block = 1; block <= 5; ++block) {
    records.push_back(cell(loader_case("native"), block, 1000));
    records.push_back(example::with_build(cell(loader_case("native"), block, 1200 + block), "changed"));
  }
  CompareSide a = side(records, "native");
  CompareSide b = side(records, "native");
  a.build = short_id(records[0].build);
  b.build = short_id(records[1].build);
  const auto result = compare(a, b, 0.05);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->judgement.verdict, Verdict::kFaster);
  EXPECT_EQ(result->b.name, "first:native@" + *b.build);
  b.build = "zz";
  EXPECT_EQ(compare(a, b, 0.05).error().fault, Fault::kInput);
}

TEST(Compare, UnknownSubjectIsAnInputErrorWithTheNearest) {
  const auto records = example::two_subjects();
  const auto result = compare(side(records, "native"), side(records, "torch-pill"), 0.05);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().fault, Fault::kInput);
  EXPECT_EQ(result.error().message,
            "first has no subject \"torch-pill\"; expected native or torch-pil. Did you mean first:torch-pil?");
}

TEST(Compare, ASideWithoutFinishedBlocksFailed) {
  const auto records = example::two_subjects();
  const std::vector<Record> burn_in(records.begin(), records.begin() + 2);
  EXPECT_EQ(compare(side(records, "native"), side(burn_in, "native", "other"), 0.05).error().fault, Fault::kFailed);
}

TEST(Compare, AFailedSideCannotTell) {
  auto records = example::two_subjects();
  for (auto& record : records)
    if (record.what.subject == "torch-pil")
      record = example::ended(record, contract::Failed{contract::Cause::kExit, "code 3"});
  const auto result = compare(side(records, "native"), side(records, "torch-pil"), 0.05);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->judgement.verdict, Verdict::kCannotTell);
  EXPECT_EQ(result->judgement.reason, "first:torch-pil has no rate (failed)");
}

}  // namespace
}  // namespace feedrate::control
