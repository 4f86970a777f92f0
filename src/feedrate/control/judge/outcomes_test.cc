#include "feedrate/control/judge/outcomes.h"

#include <gtest/gtest.h>

#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

using contract::Cause;
using contract::Record;
using example::cell;
using example::ended;

const contract::CaseSpec kCase = example::loader_case("torch-pil");

OutcomeSummary summary_of(const std::vector<Record>& records) {
  return summarise_outcomes(arms_of(records).arms.front());
}

TEST(Outcomes, PartlyFailedIsMeasuredWithANote) {
  const auto s = summary_of({cell(kCase, 1, 400), ended(cell(kCase, 2, 1), contract::Failed{Cause::kSignal, "SIGSEGV"}),
                             cell(kCase, 3, 400), cell(kCase, 4, 400), cell(kCase, 5, 400)});
  EXPECT_EQ(s.kind, OutcomeKind::kMeasured);
  EXPECT_TRUE(s.reason.empty());
  EXPECT_EQ(s.notes, std::vector<std::string>{"1 of 5 blocks failed: signal: SIGSEGV"});
}

TEST(Outcomes, MostlyFailedIsStillMeasured) {
  const auto s = summary_of({ended(cell(kCase, 1, 1), contract::Failed{Cause::kExit, "code 3"}),
                             ended(cell(kCase, 2, 1), contract::Failed{Cause::kExit, "code 4"}), cell(kCase, 3, 400)});
  EXPECT_EQ(s.kind, OutcomeKind::kMeasured);
  EXPECT_EQ(s.notes, std::vector<std::string>{"2 of 3 blocks failed: exit: code 3 (and 1 other)"});
}

TEST(Outcomes, AllFailedGivesTheReason) {
  const auto s = summary_of({ended(cell(kCase, 1, 1), contract::Failed{Cause::kMemory, "9 GiB of 8 GiB"}),
                             ended(cell(kCase, 2, 1), contract::Failed{Cause::kMemory, "9 GiB of 8 GiB"})});
  EXPECT_EQ(s.kind, OutcomeKind::kFailed);
  EXPECT_EQ(s.reason, "memory: 9 GiB of 8 GiB");
  EXPECT_TRUE(s.notes.empty());
}

TEST(Outcomes, WithoutARateTheMostFrequentOneWins) {
  const auto s = summary_of({ended(cell(kCase, 1, 1), contract::Hung{120, "first batch", {}}),
                             ended(cell(kCase, 2, 1), contract::Failed{Cause::kStart, "no python"}),
                             ended(cell(kCase, 3, 1), contract::Hung{120, "first batch", {}})});
  EXPECT_EQ(s.kind, OutcomeKind::kHung);
  EXPECT_EQ(s.reason, "stopped after 120 s, waiting for first batch");
  EXPECT_EQ(s.notes, std::vector<std::string>{"1 of 3 blocks failed: start: no python"});
}

TEST(Outcomes, SlowAndUnsupportedSayWhy) {
  EXPECT_EQ(summary_of({ended(cell(kCase, 1, 1), contract::Slow{12.06, 50})}).reason,
            "12.1 samples/s seen, 50 samples/s asked for");
  const auto s = summary_of({ended(cell(kCase, 1, 1), contract::Unsupported{"no video"})});
  EXPECT_EQ(s.kind, OutcomeKind::kUnsupported);
  EXPECT_EQ(s.reason, "no video");
}

TEST(Outcomes, LabelsAreTheUnionWithDisturbedAndNotSteady) {
  auto first = cell(kCase, 1, 400);
  first.labels = {"short", "disturbed"};
  first.outcome = contract::Measured{std::nullopt, true};
  auto second = cell(kCase, 2, 400);
  second.labels = {"short"};
  second.outcome = contract::Measured{false, true};
  const auto s = summary_of({first, second});
  ASSERT_EQ(s.labels.size(), 3U);
  EXPECT_EQ(s.labels[0].label, "disturbed");
  EXPECT_EQ(s.labels[0].cells, 2);
  EXPECT_EQ(s.labels[1].label, "not-steady");
  EXPECT_EQ(s.labels[1].cells, 1);
  EXPECT_EQ(s.labels[2].label, "short");
  EXPECT_EQ(s.labels[2].cells, 2);
}

}  // namespace
}  // namespace feedrate::control
