#include "feedrate/control/judge/gate_table.h"

#include <gtest/gtest.h>

#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

using contract::Record;

// Six blocks of a head and its base, the head's rate in each block `share` of the base's 1000.
std::vector<Record> gated(double share, int blocks = 6) {
  std::vector<Record> out;
  for (int block = 1; block <= blocks; ++block) {
    const double wobble = block % 2 == 0 ? 1.001 : 0.999;
    for (const auto& [subject, rate] : {std::pair{"mine", 1000 * share * wobble}, std::pair{"mine-base", 1000.0}}) {
      auto cell = example::cell(example::loader_case(subject), block, rate);
      cell.evidence.process.peak_pss_bytes = 100 << 20;
      out.push_back(cell);
    }
  }
  return out;
}

GateRow only_row(const std::vector<Record>& records, const GateLimits& limits = {}) {
  const auto table = gate_table(records, limits);
  EXPECT_EQ(table.rows.size(), 1U);
  return table.rows.front();
}

TEST(GateTable, PairsAHeadWithItsBase) {
  const auto row = only_row(gated(1));
  EXPECT_EQ(row.subject, "mine");
  EXPECT_EQ(row.state.verdict, GateVerdict::kPass);
  EXPECT_EQ(row.state.looked_at, 6);
  EXPECT_FALSE(row.floor);
}

TEST(GateTable, ALossMustBeConfirmedBySixMoreBlocks) {
  EXPECT_EQ(only_row(gated(0.8)).state.verdict, std::nullopt);
  EXPECT_EQ(only_row(gated(0.8, 12)).state.verdict, GateVerdict::kRegressed);
  EXPECT_EQ(blocks_needed(gate_table(gated(0.8), {})), kConfirming);
}

TEST(GateTable, ADisturbedBlockIsLeftOutWhicheverArmWasDisturbed) {
  for (const char* subject : {"mine", "mine-base"}) {
    auto records = gated(1, 7);
    for (auto& record : records)
      if (record.block == 3 && record.what.subject == subject)
        std::get<contract::Measured>(record.outcome).disturbed = true;
    const auto row = only_row(records);
    EXPECT_EQ(row.state.left_out, 1);
    EXPECT_EQ(row.state.looked_at, 6);
    EXPECT_EQ(row.without_pair, 0);
  }
}

TEST(GateTable, AFloorIsJudgedByTheIntervalOfTheHead) {
  GateLimits limits;
  limits.floor = 900;
  EXPECT_EQ(only_row(gated(1), limits).floor, FloorState::kReached);
  limits.floor = 1100;
  EXPECT_EQ(only_row(gated(1), limits).floor, FloorState::kBelow);
  limits.floor = 1000;
  EXPECT_EQ(only_row(gated(1), limits).floor, FloorState::kCannotTell);
}

TEST(GateTable, MemoryThatSurelyGrewIsAWarning) {
  auto records = gated(1);
  EXPECT_FALSE(only_row(records).memory->warn);
  for (auto& record : records)
    if (record.what.subject == "mine") record.evidence.process.peak_pss_bytes = 109 << 20;
  EXPECT_FALSE(only_row(records).memory->warn);
  for (auto& record : records)
    if (record.what.subject == "mine") record.evidence.process.peak_pss_bytes = 112 << 20;
  EXPECT_TRUE(only_row(records).memory->warn);
}

TEST(GateTable, AHeadThatFailedSaysWhy) {
  auto records = gated(1);
  for (auto& record : records)
    if (record.what.subject == "mine")
      record = example::ended(record, contract::Failed{contract::Cause::kExit, "broken today"});
  const auto row = only_row(records);
  EXPECT_EQ(row.state.verdict, std::nullopt);
  EXPECT_NE(row.failure.find("broken today"), std::string::npos);
}

}  // namespace
}  // namespace feedrate::control
