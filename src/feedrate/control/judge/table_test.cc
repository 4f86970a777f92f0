#include "feedrate/control/judge/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

using contract::Record;
using example::cell;
using example::ended;
using example::loader_case;

Table judged(const std::vector<Record>& records, const JudgeOptions& options = {}) {
  auto table = judge_table(records, options);
  EXPECT_TRUE(table);
  return table ? *table : Table{};
}

TEST(Table, OneWithoutARateIsNoReferenceWhereAnotherHasOne) {
  std::vector<contract::Record> records;
  for (int block = 1; block <= 3; ++block) {
    records.push_back(example::ended(example::cell(example::loader_case("alpha"), block, 1),
                                     contract::Failed{contract::Cause::kExit, "code 1"}));
    records.push_back(example::cell(example::loader_case("beta"), block, 100));
    records.push_back(example::cell(example::loader_case("gamma"), block, 200));
  }
  const auto table = judge_table(records, {});
  ASSERT_TRUE(table) << table.error().text();
  ASSERT_EQ(table->groups.size(), 1U);
  EXPECT_EQ(table->groups[0].reference, "beta");
  EXPECT_EQ(table->groups[0].rows[1].subject, "gamma") << "who is ranked stands before who is not";
  EXPECT_NEAR(table->groups[0].rows[1].ratio->ratio, 2, 1e-9);
}

TEST(Table, RatesFromWindowsAndRatiosFromSlices) {
  const Table table = judged(example::two_subjects());
  ASSERT_EQ(table.groups.size(), 1U);
  const TableGroup& group = table.groups[0];
  EXPECT_EQ(group.profile, "xeon-2of2c-24g");
  EXPECT_EQ(group.reference, "native");
  EXPECT_EQ(group.interleaving.sliced, 5);
  ASSERT_EQ(group.rows.size(), 2U);
  const TableRow& native = group.rows[0];
  EXPECT_TRUE(native.is_reference);
  EXPECT_NEAR(native.rate->rate, 1000, 1e-9);
  EXPECT_FALSE(native.ratio);
  EXPECT_TRUE(native.ratio_missing.empty());
  const TableRow& torch = group.rows[1];
  EXPECT_EQ(torch.case_text, "loader/imagenet-train/workers=2/batch=64/torch-pil");
  EXPECT_EQ(torch.scope, "loader");
  EXPECT_NEAR(torch.rate->rate, 399.9919997, 1e-6);
  EXPECT_EQ(torch.cells.size(), 5U);
  // Logs of 0.5, 0.52, 0.48, 0.5, 0.5: sd 0.02830277, t(4) 2.776445.
  ASSERT_TRUE(torch.ratio);
  EXPECT_NEAR(torch.ratio->ratio, 0.4998398975, 1e-9);
  EXPECT_NEAR(torch.ratio->interval->low, 0.4825793262, 1e-9);
  EXPECT_NEAR(torch.ratio->interval->high, 0.5177178333, 1e-9);
  EXPECT_EQ(torch.ratio->n, 5);
  EXPECT_EQ(torch.ratio->by, Pairing::kSlices);
  EXPECT_EQ(torch.ratio->judgement.verdict, Verdict::kSlower);
}

TEST(Table, RanksAreByPairedRatiosAndOnlyWhereTheyPart) {
  // Slices of torch-pil and spdl differ by noise; native is twice as fast. Windows say otherwise, and do not count.
  std::vector<Record> records = example::two_subjects();
  const double shares[] = {0.51, 0.5, 0.5, 0.49, 0.5};
  for (int block = 1; block <= 5; ++block)
    records.push_back(example::sliced(cell(loader_case("spdl"), block, 5000), 900 * shares[block - 1]));
  const Table table = judged(records);
  ASSERT_EQ(table.groups.size(), 1U);
  const auto& rows = table.groups[0].rows;
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].subject, "native");
  EXPECT_EQ(rows[0].rank, (Rank{1, 1}));
  EXPECT_EQ(rows[1].subject, "spdl");
  EXPECT_EQ(rows[1].rank, (Rank{2, 3}));
  EXPECT_EQ(rows[2].rank, (Rank{2, 3}));
  EXPECT_FALSE(is_settled(table.groups[0]));
  EXPECT_TRUE(is_settled(judged(example::two_subjects()).groups[0]));
}

TEST(Table, WhoFailsAfterOnceIsNotWaitedFor) {
  std::vector<Record> records = example::two_subjects();
  records.push_back(example::sliced(cell(loader_case("dies"), 1, 500), 500));
  for (int block = 2; block <= 5; ++block)
    records.push_back(ended(cell(loader_case("dies"), block, 1), contract::Failed{contract::Cause::kExit, "code 1"}));
  const Table table = judged(records);
  EXPECT_FALSE(table.groups[0].rows[2].rank);
  EXPECT_TRUE(is_settled(table.groups[0]));
}

TEST(Table, WhoIsNotRankedTakesNobodysPlace) {
  std::vector<Record> records = example::two_subjects();
  for (int block = 1; block <= 5; ++block) {
    Record fast = example::sliced(cell(loader_case("cheat"), block, 9000), 9000);
    fast.footnote = contract::Footnote{"exploratory", {}};
    records.push_back(fast);
  }
  const Table table = judged(records);
  const auto& rows = table.groups[0].rows;
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].rank, (Rank{1, 1})) << rows[0].subject;
  EXPECT_EQ(rows[1].rank, (Rank{2, 2})) << rows[1].subject;
  EXPECT_EQ(rows[2].subject, "cheat");
  EXPECT_FALSE(rows[2].rank);
}

TEST(Table, ReferenceMayBeNamed) {
  JudgeOptions options;
  options.reference = "torch-pil";
  const Table table = judged(example::two_subjects(), options);
  EXPECT_EQ(table.groups[0].reference, "torch-pil");
  EXPECT_EQ(table.groups[0].rows[0].subject, "torch-pil");
  EXPECT_NEAR(table.groups[0].rows[1].ratio->ratio, 1 / 0.4998398975, 1e-8);
  EXPECT_EQ(table.groups[0].rows[1].ratio->judgement.verdict, Verdict::kFaster);
}

TEST(Table, AnUnknownReferenceIsAnInputError) {
  JudgeOptions options;
  options.reference = "torch-pill";
  const auto table = judge_table(example::two_subjects(), options);
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().fault, Fault::kInput);
  EXPECT_EQ(table.error().message,
            "the reference \"torch-pill\" is not among the subjects of these results; expected native or torch-pil");
}

TEST(Table, WithoutNativeTheFirstByNameIsTheReference) {
  const std::vector<Record> records = {cell(loader_case("spdl"), 1, 500), cell(loader_case("ffcv"), 1, 1000)};
  const Table table = judged(records);
  EXPECT_EQ(table.groups[0].reference, "ffcv");
  EXPECT_NEAR(table.groups[0].rows[1].ratio->ratio, 0.5, 1e-12);
}

TEST(Table, AReferenceThatIsNotInOneComparisonIsSaidThere) {
  auto records = example::two_subjects(2);
  records.push_back(cell(loader_case("torch-pil", 4), 1, 700));
  JudgeOptions options;
  options.reference = "native";
  const Table table = judged(records, options);
  ASSERT_EQ(table.groups.size(), 2U);
  EXPECT_EQ(table.groups[1].reference, "");
  EXPECT_EQ(table.groups[1].rows[0].ratio_missing, "native is not in this comparison");
}

TEST(Table, OneBlockHasARatioWithoutIntervalAndWithoutVerdict) {
  const Table table = judged({cell(loader_case("native"), 1, 1000), cell(loader_case("torch-pil"), 1, 250)});
  const auto& ratio = table.groups[0].rows[1].ratio;
  ASSERT_TRUE(ratio);
  EXPECT_NEAR(ratio->ratio, 0.25, 1e-12);
  EXPECT_EQ(ratio->n, 1);
  EXPECT_FALSE(ratio->interval);
  EXPECT_FALSE(ratio->sees);
  EXPECT_EQ(ratio->judgement.verdict, Verdict::kCannotTell);
}

TEST(Table, AFailedReferenceLeavesNoRatio) {
  const auto failed = contract::Failed{contract::Cause::kStart, "not there"};
  const Table table =
      judged({ended(cell(loader_case("native"), 1, 1), failed), cell(loader_case("torch-pil"), 1, 250)});
  EXPECT_EQ(table.groups[0].rows[0].rate_missing, "failed");
  EXPECT_FALSE(table.groups[0].rows[1].ratio);
  EXPECT_EQ(table.groups[0].rows[1].ratio_missing, "native: failed");
}

TEST(Table, RatesWithoutASharedBlockGiveNoRatio) {
  const Table table = judged({cell(loader_case("native"), 1, 1000), cell(loader_case("torch-pil"), 2, 250)});
  EXPECT_FALSE(table.groups[0].rows[1].ratio);
  EXPECT_EQ(table.groups[0].rows[1].ratio_missing, "no block has a rate of both it and native");
}

TEST(Table, MeasuredWithoutAWindowHasNoRateAndSaysSo) {
  auto record = cell(loader_case("native"), 1, 1000);
  record.evidence.window.reset();
  const Table alone = judged({record});
  EXPECT_FALSE(alone.groups[0].rows[0].rate);
  EXPECT_EQ(alone.groups[0].rows[0].rate_missing, "no solo window in its records");
  const Table with_other = judged({record, cell(loader_case("native"), 2, 1000)});
  EXPECT_EQ(with_other.groups[0].rows[0].outcome.notes,
            std::vector<std::string>{"1 of 2 blocks measured without a solo window"});
}

TEST(Table, DisturbedCellsStayInAndAreLabelled) {
  auto records = example::two_subjects();
  records[3].outcome = contract::Measured{true, true};
  const Table table = judged(records);
  EXPECT_EQ(table.groups[0].rows[1].rate->n, 5);
  EXPECT_EQ(table.groups[0].rows[1].ratio->n, 5);
  ASSERT_EQ(table.groups[0].rows[1].outcome.labels.size(), 1U);
  EXPECT_EQ(table.groups[0].rows[1].outcome.labels[0].label, "disturbed");
}

TEST(Table, TwoBuildsOfASubjectAreTwoRowsWithTheirBuilds) {
  const auto base = cell(loader_case("native"), 1, 1000);
  const auto changed = example::with_build(cell(loader_case("native"), 1, 1100), "changed");
  const Table table = judged({base, changed});
  ASSERT_EQ(table.groups[0].rows.size(), 2U);
  for (const auto& row : table.groups[0].rows) EXPECT_EQ(row.name, "native@" + short_id(row.build));
  EXPECT_TRUE(table.groups[0].rows[1].ratio);
}

TEST(Table, ComparisonsAreSortedByNumberNotByText) {
  const Table table = judged({cell(loader_case("native", 10), 1, 1), cell(loader_case("native", 2), 1, 1)});
  EXPECT_EQ(table.groups[0].parts[2].value, "2");
  EXPECT_EQ(table.groups[1].parts[2].value, "10");
}

TEST(Table, SaysWhatWasNotMeasured) {
  EXPECT_EQ(judged(example::two_subjects()).not_measured,
            (std::vector<std::string>{"whether the windows were steady", "whether the subjects' outputs agree",
                                      "the state of the page cache"}));
}

TEST(Table, NothingAndOnlyABurnInAreEmptyTables) {
  EXPECT_TRUE(judged({}).groups.empty());
  EXPECT_TRUE(judged({}).not_measured.empty());
  const Table burn_in = judged({cell(loader_case("native"), 0, 1000)});
  EXPECT_TRUE(burn_in.groups.empty());
  EXPECT_EQ(burn_in.left_out.burn_in, 1);
}

TEST(Table, RejectsAToleranceThatIsNoShare) {
  JudgeOptions options;
  options.tolerance = 5;
  ASSERT_FALSE(judge_table({}, options));
}

// Three arms of two blocks; what is said of the last one's cells.
Table with_something_said(const std::function<void(contract::Record&)>& say, const JudgeOptions& options = {}) {
  std::vector<contract::Record> records;
  for (int block = 1; block <= 2; ++block)
    for (const char* subject : {"native", "opencv", "pillow"}) {
      records.push_back(example::cell(example::loader_case(subject), block, 100));
      if (std::string(subject) == "pillow") say(records.back());
    }
  return *judge_table(records, options);
}

TEST(Table, WhoDoesOtherwiseIsShownAndNotRanked) {
  const auto table = with_something_said([](contract::Record& record) {
    record.evidence.output = contract::OutputEvidence{3, "1 x 2 x 3 uint8", "native", 9.0, 90.0, {}};
  });
  const auto& row = table.groups[0].rows[2];
  EXPECT_EQ(row.subject, "pillow");
  EXPECT_TRUE(row.rate);
  EXPECT_FALSE(row.ratio);
  EXPECT_EQ(row.ratio_missing, "\u2260");
  EXPECT_EQ(row.outcome.labels[0].label, "\u2260");
  EXPECT_EQ(row.outcome.labels[0].cells, 2);
  EXPECT_TRUE(table.groups[0].rows[1].ratio);
}

TEST(Table, ALabelFootnotesARowAndKeepsItUnranked) {
  const auto table = with_something_said([](contract::Record& record) {
    record.footnote = contract::Footnote{"exploratory", "on another branch"};
  });
  const auto& row = table.groups[0].rows[2];
  EXPECT_EQ(row.ratio_missing, "exploratory");
  EXPECT_EQ(row.outcome.notes.back(), "exploratory: on another branch");
  // A note alone is only a note.
  const auto noted = with_something_said([](contract::Record& record) {
    record.footnote = contract::Footnote{{}, "the third try"};
  });
  EXPECT_TRUE(noted.groups[0].rows[2].ratio);
  EXPECT_EQ(noted.groups[0].rows[2].outcome.notes.back(), "the third try");
}

TEST(Table, NobodyIsRankedAgainstWhoIsNot) {
  const auto table = with_something_said(
      [](contract::Record& record) {
        record.footnote = contract::Footnote{"exploratory", {}};
      },
      {"pillow"});
  for (const auto& row : table.groups[0].rows) EXPECT_FALSE(row.ratio) << row.subject;
  EXPECT_EQ(table.groups[0].rows[1].ratio_missing, "pillow: exploratory");
}

TEST(Table, ATransformThatUsesMoreThreadsThanItHasIsNotRanked) {
  const auto threads = [](double runnable) {
    return with_something_said([=](contract::Record& record) {
      record.what.settings.threads = contract::ThreadPolicy::kMicroSingle;
      record.evidence.cpu = contract::CpuEvidence{};
      record.evidence.cpu->runnable = runnable;
    });
  };
  EXPECT_EQ(threads(4.2).groups[0].rows[2].unranked, "threads");
  EXPECT_EQ(threads(1.2).groups[0].rows[2].unranked, "");
}

}  // namespace
}  // namespace feedrate::control
