#include "feedrate/control/store/store.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "feedrate/control/store/sample_block.h"

namespace feedrate::control {
namespace {

using contract::BlockSpec;
using contract::Outcome;
using contract::Record;

class StoreTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "store_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    folder_ = root_ + "/run";
  }
  void TearDown() override { EXPECT_TRUE(host::remove_tree(root_)); }

  [[nodiscard]] Store make() const {
    auto store = Store::create(folder_);
    EXPECT_TRUE(store) << store.error().text();
    return std::move(*store);
  }

  // Writes the first `outcomes` as the agent would, and the receipt if it is to finish.
  static std::string play(Store& store, const BlockSpec& block, const std::vector<Outcome>& outcomes, bool finish) {
    const auto work = store.begin_block(block);
    EXPECT_TRUE(work) << work.error().text();
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const Record record = sample::record(block, i, outcomes[i]);
      EXPECT_TRUE(sample::write_record(*work, record));
      EXPECT_TRUE(host::write_file(*work + "/out/" + record.id + ".log", "log of " + record.id));
    }
    if (finish) {
      EXPECT_TRUE(sample::write_receipt(*work, sample::receipt(block)));
    }
    return *work;
  }
  static Absorbed run(Store& store, const BlockSpec& block, const std::vector<Outcome>& outcomes, bool finish = true) {
    auto absorbed = store.absorb(play(store, block, outcomes, finish));
    EXPECT_TRUE(absorbed) << absorbed.error().text();
    return std::move(*absorbed);
  }

  static std::vector<std::string> shown(Store& store, const Filter& filter = {}) {
    std::vector<std::string> out;
    const auto bad = store.for_each(filter, [&](const Record& record, bool orphan) {
      out.push_back(format("{}/{} {} w{}{}", record.block, record.attempt, record.what.subject,
                           record.what.settings.workers, orphan ? " orphan" : ""));
    });
    EXPECT_TRUE(bad);
    for (const auto& error : *bad) out.push_back("unreadable: " + error.message);
    return out;
  }

  static void expect_same_after_rebuild(Store& store) {
    const auto digest = store.index_digest();
    const auto counts = store.counts(sample::plan_id());
    ASSERT_TRUE(store.rebuild_index());
    EXPECT_EQ(*store.index_digest(), *digest);
    EXPECT_EQ(*store.counts(sample::plan_id()), *counts);
  }

  std::string root_;
  std::string folder_;
  const std::vector<Outcome> all_kinds_ = {contract::Measured{}, contract::Slow{}, contract::Unsupported{"no codec"},
                                           contract::Failed{contract::Cause::kSignal, "signal 9"},
                                           contract::Hung{5, "window", {}}};
};

TEST_F(StoreTest, AFinishedBlockIsCountedByOutcome) {
  Store store = make();
  const BlockSpec block = sample::block(1, 1, 1, 5);
  EXPECT_FALSE(*store.finished(block.id));
  const Absorbed absorbed = run(store, block, all_kinds_);
  EXPECT_EQ(absorbed.cells, 5);
  EXPECT_TRUE(absorbed.finished);
  EXPECT_TRUE(absorbed.problems.empty());
  EXPECT_TRUE(*store.finished(block.id));
  EXPECT_FALSE(*store.disturbed(block.id));
  const Counts expected{.measured = 1, .slow = 1, .unsupported = 1, .failed = 1, .hung = 1, .finished_blocks = 1};
  EXPECT_EQ(*store.counts(block.plan), expected);
  EXPECT_EQ(*store.counts(hash_id("another plan")), Counts{});
  EXPECT_EQ(*store.progress(block.plan, 12),
            (Progress{.total = 12, .done = 3, .running = 0, .queued = 7, .failed = 2}));
  EXPECT_TRUE(host::list_folder(store.folder().work())->empty());
  const std::string cell = block.order[0].cells[0].id;
  EXPECT_EQ(*host::read_file(store.folder().record(cell)),
            canonical_json(contract::write_record(sample::record(block, 0))) + "\n");
  EXPECT_EQ(*host::read_file(store.folder().cell_folder(cell) + "/" + cell + ".log"), "log of " + cell);
  expect_same_after_rebuild(store);
}

TEST_F(StoreTest, AnInterruptedBlockLeavesOrphansAndRunsAgain) {
  Store store = make();
  EXPECT_EQ(*store.next_attempt(sample::block(1, 4).id), 1);
  const Absorbed absorbed = run(store, sample::block(1, 4), {contract::Measured{}, contract::Slow{}}, false);
  EXPECT_FALSE(absorbed.finished);
  EXPECT_EQ(absorbed.cells, 2);
  const std::string id = sample::block(1, 4).id;
  EXPECT_FALSE(*store.finished(id));
  EXPECT_EQ(*store.next_attempt(id), 2);
  EXPECT_EQ(*store.counts(sample::plan_id()), Counts{.orphans = 2});

  run(store, sample::block(1, 4, 2), {contract::Measured{}, contract::Measured{}, contract::Measured{}});
  EXPECT_TRUE(*store.finished(id));
  EXPECT_EQ(*store.next_attempt(id), 3);
  EXPECT_EQ(*store.counts(sample::plan_id()), (Counts{.measured = 3, .finished_blocks = 1, .orphans = 2}));
  EXPECT_EQ(shown(store), (std::vector<std::string>{"4/1 subject-000 w1 orphan", "4/1 subject-001 w1 orphan",
                                                    "4/2 subject-000 w1", "4/2 subject-001 w1", "4/2 subject-002 w1"}));
  EXPECT_EQ(shown(store, {.orphans = false}).size(), 3U);
  EXPECT_EQ(shown(store, {.plan = hash_id("another plan")}).size(), 0U);
  expect_same_after_rebuild(store);
}

TEST_F(StoreTest, WhatProcessesOfAnEndedAgentLeftIsRemoved) {
  Store store = make();
  const std::string left = root_ + "/pymp-left";
  ASSERT_TRUE(host::make_folders(left));
  const std::string work = play(store, sample::block(1, 4), {}, false);
  ASSERT_TRUE(host::make_folders(work + "/out/running-cell"));
  ASSERT_TRUE(host::write_file(work + "/out/running-cell/temporary-7", left));
  ASSERT_TRUE(store.absorb(work));
  EXPECT_FALSE(host::exists(left));
}

TEST_F(StoreTest, ABurnInIsKeptButIsNoCellOfThePlan) {
  Store store = make();
  run(store, sample::block(1, 0), {contract::Measured{}}, false);
  EXPECT_EQ(*store.next_attempt(sample::block(1, 0).id), 2);
  run(store, sample::block(1, 0, 2), std::vector<Outcome>(3, contract::Measured{}));
  EXPECT_TRUE(*store.finished(sample::block(1, 0).id));
  EXPECT_EQ(*store.counts(sample::plan_id()), Counts{.orphans = 1});
  EXPECT_EQ(shown(store, {.orphans = false}).size(), 3U);
  expect_same_after_rebuild(store);
}

TEST_F(StoreTest, OfTwoFinishedAttemptsTheLastCounts) {
  Store store = make();
  run(store, sample::block(1, 1), {contract::Measured{}, contract::Measured{std::nullopt, true}, contract::Measured{}});
  const std::string id = sample::block(1, 1).id;
  EXPECT_TRUE(*store.disturbed(id));
  EXPECT_TRUE(*store.to_repeat(id));
  run(store, sample::block(1, 1, 2), {contract::Measured{}, contract::Measured{}, contract::Slow{}});
  EXPECT_TRUE(*store.finished(id));
  EXPECT_FALSE(*store.disturbed(id));
  EXPECT_EQ(*store.counts(sample::plan_id()),
            (Counts{.measured = 2, .slow = 1, .finished_blocks = 1, .superseded = 3}));
  EXPECT_EQ(shown(store, {.orphans = false}),
            (std::vector<std::string>{"1/2 subject-000 w1", "1/2 subject-001 w1", "1/2 subject-002 w1"}));
  expect_same_after_rebuild(store);
}

TEST_F(StoreTest, TheFirstRecordOfACellWins) {
  Store store = make();
  const BlockSpec block = sample::block(1, 1, 1, 2);
  run(store, block, {contract::Measured{}, contract::Measured{}});
  const Absorbed again = run(store, block, {contract::Slow{}, contract::Slow{}});
  EXPECT_EQ(again.duplicates, 2);
  EXPECT_TRUE(again.finished);
  EXPECT_EQ(store.counts(block.plan)->measured, 2);
  const std::string cell = block.order[1].cells[0].id;
  const std::string beside = store.folder().cell_folder(cell) + "/" + cell;
  EXPECT_EQ(*host::read_file(beside + ".duplicate-1.json"),
            canonical_json(contract::write_record(sample::record(block, 1, contract::Slow{}))) + "\n");
  EXPECT_TRUE(host::exists(beside + ".duplicate-1.log"));
  EXPECT_TRUE(host::exists(beside + ".log"));
  run(store, block, {contract::Slow{}, contract::Slow{}});
  EXPECT_TRUE(host::exists(beside + ".duplicate-2.json"));
  expect_same_after_rebuild(store);
}

TEST_F(StoreTest, RecordsComeInAStableOrder) {
  Store store = make();
  const std::vector<Outcome> three(3, contract::Measured{});
  for (const int number : {2, 10, 1})
    for (const int comparison : {7, 3, 5}) run(store, sample::block(comparison, number), three);
  const auto first = shown(store);
  ASSERT_EQ(first.size(), 27U);
  EXPECT_EQ(first[3].substr(0, 15), "2/1 subject-000");
  EXPECT_EQ(first[6].substr(0, 16), "10/1 subject-000");
  ASSERT_TRUE(store.rebuild_index());
  EXPECT_EQ(shown(store), first);
  EXPECT_EQ(shown(store, {.comparison = sample::block(5, 1).comparison}).size(), 9U);
}

TEST_F(StoreTest, ACorruptRecordIsNamedAndTheOthersAreRead) {
  Store store = make();
  const BlockSpec block = sample::block(1, 1);
  run(store, block, std::vector<Outcome>(3, contract::Measured{}));
  const std::string file = store.folder().record(block.order[1].cells[0].id);
  ASSERT_TRUE(host::write_file(file, "{\"schema\":"));
  const auto all = shown(store);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[2].substr(0, 12 + file.size() + 1), "unreadable: " + file + ":");

  ASSERT_TRUE(store.rebuild_index());
  EXPECT_EQ(store.unreadable()->size(), 1U);
  EXPECT_FALSE(*store.finished(block.id)) << "a block with a lost cell has to run again";
  EXPECT_EQ(store.counts(block.plan)->orphans, 2);
  EXPECT_EQ(*store.next_attempt(block.id), 2);
  expect_same_after_rebuild(store);
}

TEST_F(StoreTest, WhatIsNoRecordOfTheBlockIsKeptAsideAndFinishesNothing) {
  Store store = make();
  const BlockSpec block = sample::block(1, 1);
  const std::string work = play(store, block, std::vector<Outcome>(2, contract::Measured{}), true);
  const std::string torn = block.order[2].cells[0].id;
  ASSERT_TRUE(host::write_file(work + "/out/" + torn + ".json", "{\"sch"));
  const Record foreign = sample::record(sample::block(2, 1), 0);
  ASSERT_TRUE(sample::write_record(work, foreign));
  const auto absorbed = store.absorb(work);
  ASSERT_TRUE(absorbed) << absorbed.error().text();
  ASSERT_EQ(absorbed->problems.size(), 3U);  // both files, and the receipt that names one of them
  EXPECT_FALSE(absorbed->finished);
  EXPECT_EQ(absorbed->cells, 2);
  EXPECT_FALSE(*store.finished(block.id));
  EXPECT_EQ(*store.counts(block.plan), Counts{.orphans = 2});
  for (const auto& cell : {torn, foreign.id})
    EXPECT_TRUE(host::exists(store.folder().cell_folder(cell) + "/" + cell + ".unreadable-1.json"));
  expect_same_after_rebuild(store);
}

TEST_F(StoreTest, PlansAndEnvironmentsAreWrittenOnce) {
  Store store = make();
  const std::string id = hash_id("plan");
  EXPECT_FALSE(store.get_plan(id));
  ASSERT_TRUE(store.put_plan(id, Value::map({{"a", Value::integer(1)}})));
  ASSERT_TRUE(store.put_plan(id, Value::map({{"a", Value::integer(2)}})));
  EXPECT_EQ(canonical_json(*store.get_plan(id)), R"({"a":1})");
  ASSERT_TRUE(store.put_environment(id, Value::map()));
  EXPECT_EQ(canonical_json(*store.get_environment(id)), "{}");

  const std::string work = play(store, sample::block(1, 1), {}, false);
  const std::string other = hash_id("environment");
  ASSERT_TRUE(host::write_file(work + "/out/environment-" + other + ".json", "{\"cpu\":\"x\"}\n"));
  ASSERT_TRUE(store.absorb(work));
  EXPECT_EQ(canonical_json(*store.get_environment(other)), R"({"cpu":"x"})");
}

TEST_F(StoreTest, OneProcessWrites) {
  Store store = make();
  const auto lock = store.lock();
  ASSERT_TRUE(lock);
  EXPECT_FALSE(store.lock());
}

}  // namespace
}  // namespace feedrate::control
