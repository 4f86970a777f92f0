#include "feedrate/control/judge/findings.h"

#include <gtest/gtest.h>

#include "feedrate/control/judge/example_records.h"

namespace feedrate::control {
namespace {

using contract::Record;

std::vector<Record> blocks(int count) {
  std::vector<Record> out;
  for (int block = 1; block <= count; ++block) out.push_back(example::cell(example::loader_case("mine"), block, 1000));
  return out;
}

std::vector<std::string> names(const std::vector<Record>& records, const std::set<Detector>& without = {}) {
  const Arms arms = arms_of(records);
  std::vector<std::string> out;
  for (const auto& finding : findings_of(arms.arms.front(), without)) out.emplace_back(name_of(finding.detector));
  return out;
}
using Found = std::vector<std::string>;

void set_last_worker(Record& record, double behind, double slowness) {
  record.evidence.window->worker_lead = behind;
  record.evidence.window->worker_slowness = slowness;
}

// Every cell changed in one way gives one finding, just over its line and none just under it.
struct Case {
  const char* name;
  void (*over)(Record&);
  void (*under)(Record&);
};
const Case kCases[] = {
    {"consumer", [](Record& r) { r.evidence.window->queue_fill = 0.81; },
     [](Record& r) { r.evidence.window->queue_fill = 0.79; }},
    {"slow-worker", [](Record& r) { set_last_worker(r, 1.4, 1.45); }, [](Record& r) { set_last_worker(r, 1.2, 1.45); }},
    {"slow-worker", [](Record& r) { set_last_worker(r, 1.4, 1.45); }, [](Record& r) { set_last_worker(r, 1.4, 1.35); }},
    {"leak",
     [](Record& r) {
       r.evidence.memory = {8, 300 << 20, 300 << 20, 40 << 20, 1e6};
     },
     [](Record& r) {
       r.evidence.memory = {8, 500 << 20, 300 << 20, 40 << 20, 1e6};
     }},
    {"thread-storm",
     [](Record& r) {
       r.evidence.cpu = {40, 2, 2, 4.1, 0.9};
     },
     [](Record& r) {
       r.evidence.cpu = {40, 2, 2, 3.9, 0.9};
     }},
    {"pinned",
     [](Record& r) {
       r.evidence.cpu = {4, 1, 2, 1, 0.0};
     },
     [](Record& r) {
       r.evidence.cpu = {4, 1, 1.5, 1, 0.0};
     }},
    {"prefilled", [](Record& r) { r.evidence.window->early_rate = 1501; },
     [](Record& r) { r.evidence.window->early_rate = 1499; }},
    {"miscounts",
     [](Record& r) {
       r.evidence.marks.samples = {1121, 1000, 20};
     },
     [](Record& r) {
       r.evidence.marks.samples = {1119, 1000, 20};
     }},
    {"miscounts",
     [](Record& r) {
       r.evidence.marks.samples = {879, 1000, 20};
     },
     [](Record& r) {
       r.evidence.marks.samples = {881, 1000, 20};
     }},
    {"not-read",
     [](Record& r) {
       r.evidence.cache = contract::CacheEvidence{contract::CacheState::kWarm, 1000, 499, 0, 2000, {}, {}};
     },
     [](Record& r) {
       r.evidence.cache = contract::CacheEvidence{contract::CacheState::kWarm, 1000, 501, 0, 2000, {}, {}};
     }},
    {"hiccups", [](Record& r) { r.evidence.window->hiccups = 3, r.evidence.window->hiccup_share = 0.06; },
     [](Record& r) { r.evidence.window->hiccups = 2, r.evidence.window->hiccup_share = 0.06; }},
    {"tear-down", [](Record& r) { r.labels = {"hung-at-exit"}; }, [](Record& r) { r.labels = {"short"}; }},
    {"disturbed",
     [](Record& r) {
       r.outcome = contract::Measured{true, true};
     },
     [](Record& r) {
       r.outcome = contract::Measured{true, false};
     }},
    {"not-steady", [](Record& r) { r.evidence.window->steady = false; },
     [](Record& r) { r.evidence.window->steady = true; }},
    {"shared-memory",
     [](Record& r) {
       r.outcome = contract::Failed{contract::Cause::kSignal, "ended by SIGBUS after 3 batches"};
     },
     [](Record& r) {
       r.outcome = contract::Failed{contract::Cause::kSignal, "ended by SIGSEGV after 3 batches"};
     }},
};

TEST(Findings, EachDetectorSeesItsFaultAndNoOther) {
  for (const auto& each : kCases) {
    auto records = blocks(5);
    for (auto& record : records) each.over(record);
    EXPECT_EQ(names(records), Found{each.name});
    for (auto& record : records) each.under(record);
    EXPECT_EQ(names(records), Found{}) << each.name << " just under its line";
  }
}

TEST(Findings, ADetectorThatIsSwitchedOffSeesNothing) {
  for (const auto& each : kCases) {
    auto records = blocks(5);
    for (auto& record : records) each.over(record);
    for (const auto& [detector, name] : feedrate::Names<Detector>::names)
      if (std::string(name) == each.name) {
        EXPECT_EQ(names(records, {detector}), Found{}) << name;
      }
  }
}

TEST(Findings, WhatFewCellsShowIsNoFindingOfTheArm) {
  auto records = blocks(5);
  for (int i = 0; i < 2; ++i) records[static_cast<std::size_t>(i)].evidence.window->steady = false;
  EXPECT_EQ(names(records), Found{});
  records[2].evidence.window->steady = false;
  EXPECT_EQ(names(records), Found{"not-steady"});
}

TEST(Findings, WhatOthersMayHaveDoneIsNotHeldAgainstTheSubject) {
  auto records = blocks(5);
  for (auto& record : records) {
    record.evidence.window->steady = false;
    record.evidence.window->hiccups = 9;
    record.evidence.window->hiccup_share = 0.5;
    set_last_worker(record, 2, 3);
    record.outcome = contract::Measured{false, true};
  }
  EXPECT_EQ(names(records), Found{"disturbed"});
}

TEST(Findings, ADisturbedCellSpeaksNeitherForNorAgainst) {
  auto records = blocks(2);
  for (auto& record : records) {
    record.evidence.window->hiccups = 9;
    record.evidence.window->hiccup_share = 0.5;
  }
  records[1].outcome = contract::Measured{true, true};
  EXPECT_EQ(names(records), Found{"hiccups"});
  records[0].evidence.window->hiccups = 0;
  EXPECT_EQ(names(records), Found{});
}

TEST(Findings, AStartThatTakesLongerEveryTime) {
  auto records = blocks(5);
  const double growing[] = {0.5, 0.7, 0.6, 0.9, 1.1};
  for (std::size_t i = 0; i < 5; ++i) records[i].evidence.process.first_batch_seconds = growing[i];
  EXPECT_EQ(names(records), Found{"start-up"});
  EXPECT_EQ(names(records, {Detector::kStartUp}), Found{});
  const double noisy[] = {0.5, 0.9, 0.6, 0.5, 0.8};
  for (std::size_t i = 0; i < 5; ++i) records[i].evidence.process.first_batch_seconds = noisy[i];
  EXPECT_EQ(names(records), Found{});
}

TEST(Findings, StartsAreHeldAgainstEachOtherInTheOrderInWhichTheyRan) {
  auto records = blocks(5);
  const double growing[] = {1.7, 2.0, 0.8, 1.1, 1.4};  // the first two blocks were repeated at the end
  for (std::size_t i = 0; i < 5; ++i) records[i].evidence.process.first_batch_seconds = growing[i];
  EXPECT_EQ(names(records), Found{});
  for (std::size_t i = 0; i < 5; ++i) {
    records[i].started = i < 2 ? "2026-11-01T00:00:09Z" : "2026-11-01T00:00:08Z";
    records[i].attempt = i < 2 ? 2 : 1;
  }
  EXPECT_EQ(names(records), Found{"start-up"});
}

TEST(Findings, AMachineThatChangedIsNotTheSubjectsFault) {
  auto cell = blocks(1).front();
  cell.evidence.window->steady = false;
  cell.evidence.window->machine_change = "40 % slower at times than at others";
  cell.outcome = contract::Measured{false, true};
  const auto found = findings_of(cell);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].detector, Detector::kDisturbed);
  EXPECT_NE(found[0].sentence.find("40 % slower"), std::string::npos) << found[0].sentence;
}

TEST(Findings, SentencesCarryTheirEvidence) {
  auto cell = blocks(1).front();
  cell.evidence.window->early_rate = 3200;
  const auto found = findings_of(cell);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].sentence.find("3.2 times as fast"), std::string::npos) << found[0].sentence;
}

}  // namespace
}  // namespace feedrate::control
