#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>

#include "feedrate/control/store/sample_block.h"
#include "feedrate/control/store/store.h"

namespace feedrate::control {
namespace {

class IndexTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "index_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    run_ = root_ + "/run";
    auto store = Store::create(run_);
    ASSERT_TRUE(store) << store.error().text();
    add(*store, 1);
  }
  void TearDown() override { EXPECT_TRUE(host::remove_tree(root_)); }

  static void add(Store& store, int number) {
    const auto block = sample::block(1, number);
    const auto work = store.begin_block(block);
    ASSERT_TRUE(work) << work.error().text();
    for (std::size_t i = 0; i < block.order.size(); ++i)
      ASSERT_TRUE(sample::write_record(*work, sample::record(block, i)));
    ASSERT_TRUE(sample::write_receipt(*work, sample::receipt(block)));
    const auto absorbed = store.absorb(*work);
    ASSERT_TRUE(absorbed) << absorbed.error().text();
    for (const auto& problem : absorbed->problems) ADD_FAILURE() << problem.text();
  }
  static std::int64_t measured(Store& store) { return store.counts(sample::plan_id())->measured; }
  [[nodiscard]] std::int64_t measured_anew() const {
    auto store = Store::open(run_);
    EXPECT_TRUE(store) << store.error().text();
    return measured(*store);
  }
  void remove_index() const {
    for (const char* suffix : {"", "-wal", "-shm"}) ASSERT_TRUE(host::remove_tree(run_ + "/index.sqlite" + suffix));
  }

  std::string root_;
  std::string run_;
};

TEST_F(IndexTest, IsMadeAgainWhenDeletedOrDamaged) {
  const std::string digest = *Store::open(run_)->index_digest();
  remove_index();
  EXPECT_EQ(*Store::open(run_)->index_digest(), digest);
  remove_index();
  ASSERT_TRUE(host::write_file(run_ + "/index.sqlite", std::string(5000, 'x')));
  EXPECT_EQ(*Store::open(run_)->index_digest(), digest);
  ASSERT_TRUE(host::write_file(run_ + "/index.sqlite", ""));
  EXPECT_EQ(*Store::open(run_)->index_digest(), digest);
}

TEST_F(IndexTest, MayBeDeletedUnderAnOpenStore) {
  auto store = Store::open(run_);
  ASSERT_TRUE(store);
  add(*store, 2);
  ASSERT_TRUE(host::remove_tree(run_ + "/index.sqlite"));
  auto reader = Store::open(run_);
  EXPECT_EQ(measured(*reader), 6);
  add(*store, 3);
  EXPECT_EQ(measured(*store), 9);
  EXPECT_EQ(measured(*reader), 9);
  remove_index();
  add(*store, 4);
  EXPECT_EQ(measured(*store), 12);
  EXPECT_EQ(measured_anew(), 12);
}

TEST_F(IndexTest, AReaderSeesWhatAWriterAdds) {
  auto writer = Store::open(run_);
  auto reader = Store::open(run_);
  for (int number = 2; number < 20; ++number) {
    add(*writer, number);
    EXPECT_EQ(measured(*reader), 3 * number);
    EXPECT_TRUE(*reader->finished(sample::block(1, number).id));
  }
}

TEST_F(IndexTest, AFolderWhereNoIndexCanBeWrittenIsStillRead) {
  remove_index();
  ASSERT_TRUE(host::make_folders(run_ + "/index.sqlite/in the way"));
  auto store = Store::open(run_);
  ASSERT_TRUE(store) << store.error().text();
  EXPECT_EQ(measured(*store), 3);
}

TEST_F(IndexTest, OtherFoldersAreRefused) {
  const auto missing = Store::open(root_ + "/none");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().fault, Fault::kInput);
  ASSERT_TRUE(host::make_folders(root_ + "/home/photos"));
  const auto home = Store::create(root_ + "/home");
  ASSERT_FALSE(home);
  EXPECT_EQ(home.error().message, root_ +
                                      "/home is no run folder: found \"photos\" in it, expected cells; name a new "
                                      "or empty folder");
  ASSERT_TRUE(host::write_file(root_ + "/file", ""));
  const auto file = Store::create(root_ + "/file");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().message, root_ + "/file is in the way: found a file, expected a folder");
  EXPECT_TRUE(Store::create(run_)) << "a run folder is opened again";
}

TEST_F(IndexTest, AWriteThatFailsIsOneErrorAndLeavesNothing) {
  auto store = Store::open(run_);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 100;
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto work = store->begin_block(sample::block(1, 2));
  const auto plan = store->put_plan(hash_id("p"), Value::text(std::string(1000, 'x')));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ::signal(SIGXFSZ, handler);
  ASSERT_FALSE(work);
  EXPECT_EQ(work.error().fault, Fault::kFailed);
  EXPECT_NE(work.error().message.find("/block.json"), std::string::npos) << work.error().message;
  EXPECT_TRUE(host::list_folder(run_ + "/work")->empty());
  ASSERT_FALSE(plan);
  EXPECT_TRUE(host::list_folder(run_ + "/plans")->empty());
  add(*store, 2);
  EXPECT_EQ(measured(*store), 6);
}

TEST_F(IndexTest, AnIndexThatCannotGrowKeepsTheWorkFolderForLater) {
  auto store = Store::open(run_);
  const auto block = sample::block(1, 2, 1, 40);
  const auto work = store->begin_block(block);
  ASSERT_TRUE(work);
  for (std::size_t i = 0; i < block.order.size(); ++i)
    ASSERT_TRUE(sample::write_record(*work, sample::record(block, i)));
  ASSERT_TRUE(sample::write_receipt(*work, sample::receipt(block)));
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 100;
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto absorbed = store->absorb(*work);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ::signal(SIGXFSZ, handler);
  ASSERT_FALSE(absorbed);
  EXPECT_EQ(absorbed.error().fault, Fault::kFailed);
  EXPECT_FALSE(*store->finished(block.id));
  EXPECT_TRUE(host::exists(*work));
  ASSERT_TRUE(store->recover());
  EXPECT_TRUE(*store->finished(block.id));
  EXPECT_EQ(measured(*store), 43);
}

}  // namespace
}  // namespace feedrate::control
