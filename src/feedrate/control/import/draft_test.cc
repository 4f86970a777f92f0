#include "feedrate/control/import/draft.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "feedrate/contract/ids.h"
#include "feedrate/control/import/write.h"
#include "feedrate/host/files.h"

namespace feedrate::control {
namespace {

constexpr const char* kTwoSubjects = "subject,seconds\na,1\na,2\nb,4\nb,5\nb,6\n";

ImportDraft drafted(const std::vector<ImportSource>& sources, const ImportOptions& options = {}) {
  auto draft = draft_import(sources, options);
  EXPECT_TRUE(draft) << draft.error().text();
  return draft ? std::move(*draft) : ImportDraft{};
}

// "a1 b1": which cells share a block, by subject and repetition's seconds.
std::vector<std::string> blocks_of(const ImportDraft& draft) {
  std::vector<std::string> out;
  for (const auto& block : draft.blocks) {
    std::string cells;
    for (const auto& cell : block.cells)
      cells += format("{}{}{}", cells.empty() ? "" : " ", draft.arms[cell.arm].what.subject,
                      std::get<Timed>(cell.repetition.result).seconds);
    out.push_back(cells);
  }
  return out;
}

TEST(Draft, OneAfterTheOtherSharesNoBlock) {
  const auto draft = drafted({{"x.csv", kTwoSubjects}});
  EXPECT_EQ(blocks_of(draft), (std::vector<std::string>{"a1", "a2", "b4", "b5", "b6"}));
  EXPECT_FALSE(draft.shared);
  std::set<std::string> ids;
  for (const auto& block : draft.blocks) ids.insert(block_id_of(draft, block));
  EXPECT_EQ(ids.size(), 5U);
}

TEST(Draft, InterleavedRepetitionsShareBlocksByNumber) {
  const auto draft = drafted({{"x.csv", kTwoSubjects}}, {.interleaved = true});
  EXPECT_EQ(blocks_of(draft), (std::vector<std::string>{"a1 b4", "a2 b5", "b6"}));
  EXPECT_TRUE(draft.shared);
}

TEST(Draft, SessionsNeverShareABlock) {
  const auto draft = drafted({{"x.csv", "subject,seconds,run\na,1,7\nb,2,8\na,3,8\nb,4,7\n"}}, {.interleaved = true});
  EXPECT_EQ(blocks_of(draft), (std::vector<std::string>{"a1 b4", "a3 b2"}));
}

TEST(Draft, ABlockColumnSaysWhatRanTogether) {
  const auto draft = drafted({{"x.csv", "subject,seconds,block\na,1,x\nb,2,y\na,3,y\nb,4,x\n"}});
  EXPECT_EQ(blocks_of(draft), (std::vector<std::string>{"a1 b4", "a3 b2"}));
  const auto twice = draft_import({{"x.csv", "subject,seconds,block\na,1,x\na,2,x\n"}}, {});
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().message, "block \"x\" has a twice; expected it once in each block");
}

TEST(Draft, FilesAddRepetitionsButNotTheSameOnesTwice) {
  const std::string one = R"({"results":[{"command":"a","times":[1]}]})";
  const std::string two = R"({"results":[{"command":"a","times":[2]}]})";
  EXPECT_EQ(blocks_of(drafted({{"1.json", one}, {"2.json", two}})), (std::vector<std::string>{"a1", "a2"}));
  EXPECT_EQ(draft_import({{"1.json", one}, {"2.json", one}}, {}).error().message,
            "2.json holds the same as 1.json; name each file once");
  EXPECT_EQ(draft_import({{"1.json", one}, {"x.csv", kTwoSubjects}}, {}).error().message,
            "1.json is of the kind hyperfine and x.csv of the kind csv; import them one by one");
}

TEST(Draft, OtherSoftwareAndOtherMachinesAreOtherArms) {
  const auto file = [](const char* commit, const char* cpu, const char* mean) {
    return format(R"({{"machine_info":{{"cpu":{{"brand_raw":"{}","count":4}}}},"commit_info":{{"id":"{}"}},)"
                  R"("benchmarks":[{{"fullname":"t","stats":{{"rounds":1,"iterations":1,"mean":{}}}}}]}})",
                  cpu, commit, mean);
  };
  const auto draft = drafted(
      {{"1", file("a", "X", "1")}, {"2", file("a", "X", "2")}, {"3", file("b", "X", "3")}, {"4", file("a", "Y", "4")}});
  ASSERT_EQ(draft.arms.size(), 3U);
  EXPECT_NE(draft.arms[0].build, draft.arms[1].build);
  EXPECT_EQ(draft.arms[0].profile, "x-4c");
  EXPECT_EQ(draft.arms[2].profile, "y-4c");
  // Two builds may have taken turns on one machine, two machines never.
  const auto turns = drafted({{"1", file("a", "X", "1")}, {"2", file("b", "X", "2")}, {"3", file("a", "Y", "3")}},
                             {.interleaved = true});
  EXPECT_EQ(blocks_of(turns), (std::vector<std::string>{"t1 t2", "t3"}));
  // All the same work: what is not comparable is so because of build and profile, and compare says that.
  for (const auto& arm : draft.arms) EXPECT_EQ(contract::comparison_id(arm.what), draft.comparison);
}

TEST(Draft, NothingAndNamesThatCollideAreErrors) {
  EXPECT_EQ(draft_import({{"x", R"({"results":[]})"}}, {}).error().message,
            "x: found no repetition of any benchmark; expected one at least");
  EXPECT_FALSE(draft_import({{"x.csv", "subject,seconds\na/b,1\na b,1\n"}}, {}));
  const auto draft = drafted({{"x.csv", "subject,seconds\na/b,1\n"}});
  EXPECT_EQ(draft.renamed.at("a-b"), "a/b");
  EXPECT_EQ(draft.document.find("names")->find("a-b")->as_text(), "a/b");
}

TEST(Draft, SealsRecordsThatAReaderAccepts) {
  const auto draft = drafted({{"some/x.csv", "subject,seconds,batch\na,0.5,64\na,,64\n"}});
  const auto sealed = seal_draft(draft, draft.blocks[0], 1);
  ASSERT_EQ(sealed.records.size(), 1U);
  const auto read = contract::read_record(contract::write_record(sealed.records[0]), "record");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->labels, std::vector<std::string>{"imported"});
  EXPECT_EQ(read->profile, "imported");
  EXPECT_EQ(read->started, "unknown");
  EXPECT_DOUBLE_EQ(read->evidence.window->rate, 128);
  EXPECT_EQ(read->evidence.window->batches, 1);
  EXPECT_FALSE(std::get<contract::Measured>(read->outcome).steady);
  EXPECT_EQ(std::get<contract::ProgramWork>(read->what.work).command, (std::vector<std::string>{"csv", "x.csv"}));
  const auto failed = seal_draft(draft, draft.blocks[1], 1).records[0];
  EXPECT_TRUE(std::holds_alternative<contract::Failed>(failed.outcome));
  EXPECT_FALSE(failed.evidence.window);
}

class WriteDraft : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "import_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { EXPECT_TRUE(host::remove_tree(root_)); }
  std::string root_;
};

TEST_F(WriteDraft, FinishesEveryBlockOnce) {
  const auto draft = drafted({{"x.csv", kTwoSubjects}}, {.interleaved = true});
  auto store = Store::create(root_ + "/run").value();
  for (int time = 0; time < 2; ++time) {
    const auto written = write_draft(store, draft, [](std::size_t) {});
    ASSERT_TRUE(written) << written.error().text();
    int cells = 0;
    const auto unreadable = store.for_each({.plan = draft.plan}, [&](const contract::Record& record, bool orphan) {
      EXPECT_FALSE(orphan);
      EXPECT_EQ(record.attempt, 1);
      ++cells;
    });
    ASSERT_TRUE(unreadable);
    EXPECT_TRUE(unreadable->empty());
    EXPECT_EQ(cells, 5);
  }
  EXPECT_EQ(store.get_plan(draft.plan).value(), draft.document);
}

TEST_F(WriteDraft, GoesOnWhereItWasStopped) {
  const auto draft = drafted({{"x.csv", kTwoSubjects}});
  auto store = Store::create(root_ + "/run").value();
  int changes = 0;
  store.before_change([&](const std::string& what) -> Status {
    if (++changes == 6) return failure("stopped at " + what);
    return {};
  });
  EXPECT_FALSE(write_draft(store, draft, [](std::size_t) {}));
  store.before_change([](const std::string&) { return Status(); });
  std::size_t told = 0;
  ASSERT_TRUE(write_draft(store, draft, [&](std::size_t done) { EXPECT_EQ(done, told++); }));
  EXPECT_EQ(told, draft.blocks.size());
  EXPECT_EQ(store.counts(draft.plan)->done(), 5);
}

}  // namespace
}  // namespace feedrate::control
