#include "feedrate/control/judge/coverage.h"

#include <gtest/gtest.h>

#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

// Of a case whose cells ended so.
Coverage covered(std::vector<contract::Record> records, bool is_stale = false) {
  const Arms found = arms_of(records);
  std::vector<const Arm*> arms;
  for (const auto& arm : found.arms) arms.push_back(&arm);
  return coverage_of(arms, is_stale);
}

contract::Record ended(contract::Outcome outcome, int block = 1) {
  auto record = example::cell(example::loader_case("native"), block, 100);
  record.outcome = std::move(outcome);
  return record;
}

TEST(Coverage, EveryOutcomeHasItsName) {
  EXPECT_EQ(covered({ended(contract::Measured{})}).state, Covered::kMeasured);
  EXPECT_EQ(covered({ended(contract::Slow{1, 20})}).state, Covered::kSlow);
  EXPECT_EQ(covered({ended(contract::Unsupported{"has none"})}).state, Covered::kUnsupported);
  EXPECT_EQ(covered({ended(contract::Unsupported{"has none"})}).reason, "has none");
  EXPECT_EQ(covered({ended(contract::Failed{contract::Cause::kExit, "gone"})}).state, Covered::kFailed);
  EXPECT_EQ(covered({ended(contract::Hung{5, "window", {}})}).state, Covered::kHung);
}

TEST(Coverage, WhatIsNotThereIsMissingOrStale) {
  EXPECT_EQ(covered({}).state, Covered::kMissing);
  EXPECT_FALSE(covered({}).reason.empty());
  EXPECT_EQ(covered({}, true).state, Covered::kStale);
  EXPECT_EQ(covered({ended(contract::Measured{})}, true).state, Covered::kMeasured);
}

TEST(Coverage, WhoDoesOtherwiseIsNotMeasured) {
  auto record = ended(contract::Measured{});
  record.evidence.output = contract::OutputEvidence{2, {}, "native", 9.0, 90.0, {}};
  const auto found = covered({record, ended(contract::Measured{}, 2)});
  EXPECT_EQ(found.state, Covered::kOtherwise);
  EXPECT_EQ(found.blocks, 2);
  EXPECT_NE(found.reason.find("9.00 levels"), std::string::npos);
}

}  // namespace
}  // namespace feedrate::control
