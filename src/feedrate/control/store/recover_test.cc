#include <gtest/gtest.h>

#include <cstdlib>

#include "feedrate/control/store/sample_block.h"
#include "feedrate/control/store/store.h"

namespace feedrate::control {
namespace {

using contract::BlockSpec;

class RecoverTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "recover_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { EXPECT_TRUE(host::remove_tree(root_)); }

  [[nodiscard]] Store make(const std::string& name) const {
    auto store = Store::create(root_ + "/" + name);
    EXPECT_TRUE(store) << store.error().text();
    return std::move(*store);
  }

  static std::string play(Store& store, const BlockSpec& block, std::size_t cells, bool finish) {
    const auto work = store.begin_block(block);
    EXPECT_TRUE(work) << work.error().text();
    for (std::size_t i = 0; i < cells; ++i) {
      const auto record = sample::record(block, i);
      EXPECT_TRUE(sample::write_record(*work, record));
      EXPECT_TRUE(host::write_file(*work + "/out/" + record.id + ".log", "log"));
    }
    if (finish) {
      EXPECT_TRUE(sample::write_receipt(*work, sample::receipt(block)));
    }
    return *work;
  }

  // Every file of a run folder but the index, with its content.
  static std::string files(const std::string& folder, const std::string& below = "") {
    std::string out;
    const auto names = host::list_folder(folder + below);
    for (const auto& name : *names) {
      const std::string path = format("{}/{}", below, name);
      if (host::is_folder(folder + path))
        out += path + "/\n" + files(folder, path);
      else if (name.find("index.sqlite") != 0)
        out += path + ": " + *host::read_file(folder + path) + "\n";
    }
    return out;
  }

  // A block that is absorbed is stopped before its first, second, ... change; then the store is opened anew.
  void stop_everywhere(const std::function<std::string(Store&)>& prepare, int least_changes) {
    Store whole = make("whole");
    const auto absorbed = whole.absorb(prepare(whole));
    ASSERT_TRUE(absorbed) << absorbed.error().text();
    for (const auto& problem : absorbed->problems) ADD_FAILURE() << problem.text();
    for (int stop = 1;; ++stop) {
      const std::string name = format("stopped-{}", stop);
      bool stopped = false;
      {
        Store store = make(name);
        const std::string work = prepare(store);
        int change = 0;
        store.before_change([&](const std::string& what) -> Status {
          stopped = stopped || ++change == stop;
          if (stopped) return failure("stopped before: " + what);
          return {};
        });
        const auto stopped_early = store.absorb(work);
        EXPECT_EQ(stopped_early.has_value(), !stopped);
      }
      auto reopened = Store::open(root_ + "/" + name);
      ASSERT_TRUE(reopened) << reopened.error().text();
      const auto recovered = reopened->recover();
      ASSERT_TRUE(recovered) << recovered.error().text();
      EXPECT_EQ(recovered->absorbed.size(), stopped ? 1U : 0U);
      EXPECT_EQ(files(root_ + "/" + name), files(root_ + "/whole")) << "stopped before change " << stop;
      EXPECT_EQ(*reopened->index_digest(), *whole.index_digest()) << "stopped before change " << stop;
      EXPECT_TRUE(reopened->recover()->absorbed.empty());
      if (!stopped) {
        EXPECT_GT(stop, least_changes) << "the test stopped too rarely to mean anything";
        return;
      }
      ASSERT_TRUE(reopened->rebuild_index());
      EXPECT_EQ(*reopened->index_digest(), *whole.index_digest()) << "stopped before change " << stop;
    }
  }

  std::string root_;
};

TEST_F(RecoverTest, AFinishedBlockStoppedAnywhere) {
  stop_everywhere([](Store& store) { return play(store, sample::block(1, 1), 3, true); }, 3 * 2 + 1 + 2 + 1);
}

TEST_F(RecoverTest, AnInterruptedBlockStoppedAnywhere) {
  stop_everywhere([](Store& store) { return play(store, sample::block(1, 1), 2, false); }, 2 * 2 + 2 + 1);
}

TEST_F(RecoverTest, DuplicatesStoppedAnywhere) {
  const auto twice = [](Store& store) {
    EXPECT_TRUE(store.absorb(play(store, sample::block(1, 1), 3, true)));
    return play(store, sample::block(1, 1), 3, true);
  };
  stop_everywhere(twice, 3 * 2 + 1 + 2 + 1);
}

TEST_F(RecoverTest, ASecondAttemptStoppedAnywhere) {
  const auto second = [](Store& store) {
    EXPECT_TRUE(store.absorb(play(store, sample::block(1, 1), 1, false)));
    return play(store, sample::block(1, 1, 2), 3, true);
  };
  stop_everywhere(second, 3 * 2 + 1 + 2 + 1);
}

TEST_F(RecoverTest, WorkFoldersThatWereCutShortGo) {
  Store store = make("run");
  const RunFolder& folder = store.folder();
  const BlockSpec block = sample::block(1, 1);
  ASSERT_TRUE(host::make_folders(folder.work({block.id, 1}) + "/out"));  // begun, block.json not yet written
  EXPECT_EQ(*store.next_attempt(block.id), 2);
  ASSERT_TRUE(store.recover());
  EXPECT_TRUE(host::list_folder(folder.work())->empty());
  EXPECT_EQ(*store.next_attempt(block.id), 1) << "it left nothing";

  const std::string work = play(store, block, 1, false);
  ASSERT_TRUE(host::remove_tree(work + "/block.json"));
  const auto refused = store.recover();
  ASSERT_FALSE(refused) << "a record may not be thrown away";
  EXPECT_NE(refused.error().message.find(work), std::string::npos);
}

TEST_F(RecoverTest, ALiveAgentIsCountedAndLeftAlone) {
  Store store = make("run");
  const BlockSpec block = sample::block(1, 1);
  const std::string work = play(store, block, 1, false);
  EXPECT_EQ(store.progress(block.plan, 10)->running, 0);
  {
    const auto agent = host::Lock::acquire(work + "/" + kAgentLock);
    ASSERT_TRUE(agent);
    EXPECT_EQ(*store.progress(block.plan, 10), (Progress{.total = 10, .running = 3, .queued = 7}));
    EXPECT_EQ(store.progress(hash_id("another plan"), 10)->running, 0);
    const auto recovered = store.recover();
    ASSERT_TRUE(recovered);
    ASSERT_EQ(recovered->alive.size(), 1U);
    EXPECT_EQ(recovered->alive[0].work, work);
    EXPECT_EQ(recovered->alive[0].pid, ::getpid());
    EXPECT_EQ(*store.next_attempt(block.id), 2);
  }
  EXPECT_EQ(store.recover()->absorbed.size(), 1U);
  EXPECT_EQ(store.counts(block.plan)->orphans, 1);
}

TEST_F(RecoverTest, CellsTheIndexNeverSawAreFound) {
  Store from = make("from");
  Store to = make("to");
  const BlockSpec block = sample::block(1, 1);
  ASSERT_TRUE(from.absorb(play(from, block, 3, true)));
  for (const char* part : {"/cells", "/receipts"}) {
    ASSERT_TRUE(host::remove_tree(to.folder().root() + part));
    ASSERT_TRUE(host::rename(from.folder().root() + part, to.folder().root() + part));
  }
  EXPECT_FALSE(*to.finished(block.id));
  ASSERT_TRUE(to.recover());
  EXPECT_TRUE(*to.finished(block.id));
}

}  // namespace
}  // namespace feedrate::control
