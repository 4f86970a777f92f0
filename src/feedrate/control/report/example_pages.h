// Pages for tests of the renderers, judged from example records whose ids do not depend on the formats' field lists.
#pragma once

#include <string>
#include <vector>

#include "feedrate/control/judge/example_records.h"
#include "feedrate/control/report/report.h"

namespace feedrate::control::example {

inline std::vector<Record> with_fixed_ids(std::vector<Record> records) {
  for (auto& record : records) {
    const std::string work = std::to_string(record.what.settings.workers);
    record.case_id = hash_id("case", record.what.subject, work);
    record.comparison = hash_id("comparison", work);
    record.block_id = hash_id("block", work, std::to_string(record.block));
    record.id = hash_id("cell", record.case_id, std::to_string(record.block), std::to_string(record.attempt));
  }
  return records;
}

// Two comparisons: workers 2 in order, workers 4 with everything that can go wrong.
inline std::vector<Record> troubled_records() {
  std::vector<Record> out = two_subjects(2);
  for (auto& record : out) record.labels = {"short"};
  const auto native = loader_case("native", 4);
  const auto torch = loader_case("torch-pil", 4);
  const auto mine = loader_case("mine", 4);
  const auto slow = loader_case("slow-one", 4);
  const double wander[] = {1.0, 1.04, 0.97, 1.02, 0.99};
  for (int block = 1; block <= 5; ++block) {
    const double speed = wander[block - 1];
    std::vector<Record> cells = {cell(native, block, 1543.2 * speed), cell(torch, block, 611.7 * speed * speed),
                                 ended(cell(mine, block, 1), contract::Hung{120, "first batch", {}}),
                                 cell(slow, block, 33.3)};
    for (auto& each : cells) each.scope.interleave = contract::Alternate{"mine sleeps on timers"};
    out.insert(out.end(), cells.begin(), cells.end());
  }
  auto failed = [&](std::size_t at, contract::Outcome outcome) { out[at] = ended(out[at], std::move(outcome)); };
  failed(13, contract::Failed{contract::Cause::kExit, "code 1: TypeError: <lambda> is_not | pickled\n\x1b[31mred"});
  for (std::size_t at = 15; at < out.size(); at += 4) failed(at, contract::Slow{3.25, 50});
  out[17].outcome = contract::Measured{true, true};  // torch-pil, block 2
  // Block 5 was repeated: its first attempt, with rates that would spoil every figure, enters nothing.
  for (std::size_t at = 28; at < 32; ++at) {
    out.push_back(out[at]);
    out.back().attempt = 2;
    if (out[at].evidence.window) out[at].evidence.window->rate = 1;
  }
  return with_fixed_ids(out);
}

inline ReportPage page_of(const std::vector<Record>& records) {
  ReportPage out;
  out.experiment = "first";
  out.table = judge_table(records, {}).value();
  out.not_measured = {"dali: excluded, needs a GPU"};
  return out;
}

inline Compared compared(const std::vector<Record>& records, const std::string& a, const std::string& b,
                         const std::string& run_of_b = "first") {
  return compare({"first", a, {}, records}, {run_of_b, b, {}, records}, kDefaultTolerance).value();
}

}  // namespace feedrate::control::example
