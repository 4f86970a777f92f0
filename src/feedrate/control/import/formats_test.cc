// Small real outputs of each tool (tests/golden/import), and what is wrong with wrong ones.
#include "feedrate/control/import/formats.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace feedrate::control {
namespace {

ImportedFile golden(const std::string& name, const ImportOptions& options = {}) {
  const auto file = std::filesystem::path(__FILE__).parent_path() / "../../../../tests/golden/import" / name;
  std::ifstream stream(file, std::ios::binary);
  EXPECT_TRUE(stream) << file;
  std::stringstream text;
  text << stream.rdbuf();
  auto read = read_import({text.str(), name}, options);
  EXPECT_TRUE(read) << read.error().text();
  return read ? std::move(*read) : ImportedFile{};
}

std::string refusal(std::string_view text, const ImportOptions& options = {}, const std::string& file = "x") {
  const auto read = read_import({text, file}, options);
  if (read) return "accepted";
  EXPECT_EQ(read.error().fault, Fault::kInput);
  return read.error().message;
}

const Timed& timed(const Repetition& repetition) { return std::get<Timed>(repetition.result); }

TEST(GoogleBenchmark, RepetitionsAreRowsAndAggregatesAreNot) {
  const auto file = golden("google_benchmark.json");
  EXPECT_EQ(file.kind, ImportKind::kGoogleBenchmark);
  ASSERT_EQ(file.subjects.size(), 4U);
  EXPECT_EQ(file.subjects[0].name, "BM_Sort<int>/1024");
  for (const auto& subject : file.subjects) EXPECT_EQ(subject.repetitions.size(), 5U) << subject.name;
  EXPECT_EQ(profile_of(file.subjects[0].machine), "2c-2100mhz");
  EXPECT_EQ(file.subjects[0].machine.node, "host");
}

TEST(GoogleBenchmark, TimesHaveTheUnitOfTheirRow) {
  const auto file = golden("google_benchmark.json");
  // us, ns and ms in the file; seconds an iteration here.
  const auto each = [&](std::size_t subject) {
    const Timed& last = timed(file.subjects[subject].repetitions.back());
    return last.seconds / static_cast<double>(last.samples);
  };
  EXPECT_NEAR(each(0), 11.287495338276516e-6, 1e-15);
  EXPECT_NEAR(each(1), 12147.537605554904e-9, 1e-15);
  EXPECT_NEAR(each(2), 0.01673391438473755e-3, 1e-15);
  const std::string wrong =
      R"({"context":{},"benchmarks":[{"name":"a","iterations":1,"real_time":1,"time_unit":"min"}]})";
  EXPECT_EQ(refusal(wrong), "x:1:86: benchmarks[0].time_unit is \"min\"; expected ns, us, ms or s");
}

TEST(GoogleBenchmark, AnErrorIsAFailedRepetitionWithItsMessage) {
  const auto file = golden("google_benchmark.json");
  ASSERT_EQ(file.subjects[3].name, "BM_Broken");
  const auto* failed = std::get_if<contract::Failed>(&file.subjects[3].repetitions.front().result);
  ASSERT_NE(failed, nullptr);
  EXPECT_EQ(failed->reason, "no such data");
}

TEST(GoogleBenchmark, OnlyAggregatesAreNothingAndSaySo) {
  const auto file = golden("google_aggregates.json");
  EXPECT_TRUE(file.subjects.empty());
  ASSERT_EQ(file.left_out.size(), 1U);
  EXPECT_NE(file.left_out[0].find("only aggregates"), std::string::npos);
  // Of a version that did not say run_type.
  const auto old = read_import(
      {R"({"context":{},"benchmarks":[{"name":"a_mean","iterations":3,"real_time":1,"time_unit":"s"}]})", "x"}, {});
  ASSERT_TRUE(old);
  EXPECT_TRUE(old->subjects.empty());
}

TEST(Pyperf, ARunIsOneRepetitionAndItsValuesAreParts) {
  const auto file = golden("pyperf.json");
  ASSERT_EQ(file.subjects.size(), 2U);
  EXPECT_EQ(file.subjects[0].name, "join");
  // Seven runs, of which the first only calibrated.
  ASSERT_EQ(file.subjects[0].repetitions.size(), 6U);
  const Timed& first = timed(file.subjects[0].repetitions[0]);
  EXPECT_EQ(first.parts.size(), 3U);
  EXPECT_EQ(first.samples, 3 * 32768);
  EXPECT_NEAR(first.seconds, 32768 * (2.5916567077954866e-06 + 2.767186492946827e-06 + 1.3906265564633813e-06), 1e-12);
  EXPECT_EQ(profile_of(file.subjects[0].machine), "intel-xeon-processor-2c");
  EXPECT_EQ(file.subjects[0].repetitions[0].started, "2026-11-15T09:34:34");
}

TEST(Pyperf, OtherUnitsAreLeftOut) {
  const auto file = read_import({R"({"version":"1.0","metadata":{"name":"m","unit":"byte"},
    "benchmarks":[{"runs":[{"values":[4096]}]}]})",
                                 "x"},
                                {});
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_TRUE(file->subjects.empty());
  EXPECT_EQ(file->left_out, std::vector<std::string>{"m: its values are in byte; expected second"});
}

TEST(Hyperfine, EveryTimeIsARepetition) {
  const auto file = golden("hyperfine.json");
  ASSERT_EQ(file.subjects.size(), 2U);
  EXPECT_EQ(file.subjects[0].name, "sort -n");
  EXPECT_EQ(file.subjects[0].repetitions.size(), 6U);
  EXPECT_DOUBLE_EQ(timed(file.subjects[0].repetitions[0]).seconds, 0.001129971);
  EXPECT_EQ(profile_of(file.subjects[0].machine), "imported");
}

TEST(Hyperfine, ACommandThatFailedHasNoTime) {
  const auto file = golden("hyperfine_failed.json");
  for (const auto& repetition : file.subjects[0].repetitions)
    EXPECT_EQ(std::get<contract::Failed>(repetition.result).reason, "exit code 1");
  EXPECT_EQ(timed(file.subjects[1].repetitions[0]).samples, 1);
}

TEST(PytestBenchmark, AFileIsOneRepetitionOfEachTest) {
  const auto file = golden("pytest_benchmark_1.json");
  ASSERT_EQ(file.subjects.size(), 2U);
  EXPECT_EQ(file.subjects[0].name, "test_join.py::test_join[100]");
  ASSERT_EQ(file.subjects[0].repetitions.size(), 1U);
  const Timed& all = timed(file.subjects[0].repetitions[0]);
  EXPECT_EQ(all.samples, 8 * 50);
  EXPECT_NEAR(all.seconds, 50 * 0.0001337526400311617, 1e-12);
  EXPECT_EQ(all.parts.size(), 8U);
  EXPECT_EQ(file.subjects[0].software, "b8eb2454062d0f1907eefc00be8757cc7fa8585f");
  EXPECT_EQ(file.subjects[0].repetitions[0].started, "2026-11-15T09:34:57Z");
  EXPECT_EQ(profile_of(file.subjects[0].machine), "intel-xeon-processor-2c");
}

TEST(PytestBenchmark, WithoutDataTheMeanWillDo) {
  const auto file = read_import({R"({"machine_info":{},"benchmarks":[{"fullname":"t","stats":
    {"rounds":4,"iterations":5,"mean":0.25}}]})",
                                 "x"},
                                {});
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(timed(file->subjects[0].repetitions[0]).samples, 20);
  EXPECT_DOUBLE_EQ(timed(file->subjects[0].repetitions[0]).seconds, 5);
}

TEST(BatchTimes, TheFirstBatchOpensTheWindow) {
  const auto file = golden("own.batch_times.jsonl");
  ASSERT_EQ(file.subjects.size(), 1U);
  EXPECT_EQ(file.subjects[0].name, "own");
  const Timed& window = timed(file.subjects[0].repetitions[0]);
  EXPECT_EQ(window.parts.size(), 29U);
  EXPECT_EQ(window.samples, 29 * 8);
  EXPECT_EQ(golden("own.batch_times.jsonl", {.subject = "mine"}).subjects[0].name, "mine");
  EXPECT_EQ(refusal("{\"t\":1,\"samples\":2}\n{\"t\":0.5,\"samples\":2}\n"),
            "x:2: t is 0.5, and 1 in the line before; expected times that do not go back");
  EXPECT_EQ(refusal("{\"t\":1,\"samples\":2}\n{\"t\":2,\"sam"),
            "x:2: found no whole line of JSON; expected {\"t\":SECONDS,\"samples\":N,\"bytes\":N}");
  EXPECT_EQ(refusal("{\"t\":1,\"samples\":2}\n{\"t\":2,\"samples\":-1}\n"),
            "x:2:20: samples is -1; expected a number from 0 to 1000000000");
  EXPECT_EQ(refusal("{\"t\":1,\"samples\":2}\n"),
            "x: found one batch; expected a line for each of two batches or more");
}

TEST(Recognise, ByTheContent) {
  EXPECT_EQ(refusal(""), "x is empty; expected results of another tool");
  EXPECT_EQ(refusal("\x1f\x8bxyz", {}, "a.json.gz"),
            "a.json.gz is packed; expected text. Unpack it first: gunzip a.json.gz");
  EXPECT_EQ(refusal("{\"results\": ["),
            "x:1:13: syntax error while parsing value - unexpected end of input; expected '[', '{', or a literal");
  EXPECT_EQ(refusal("{\"a\": 1}"),
            "x:1:1: the file is a map with a; expected a document with context and benchmarks (google-benchmark), "
            "machine_info and benchmarks (pytest-benchmark), version and benchmarks (pyperf), results (hyperfine)");
  EXPECT_EQ(refusal("hello\n"),
            "x:1: found neither a JSON document nor a line of column names; expected google-benchmark, pyperf, "
            "hyperfine, pytest-benchmark, csv or batch-times.\nName the kind if it is one: --as csv");
  EXPECT_EQ(refusal("{\"results\":[]}", {.kind = ImportKind::kPyperf}),
            "x:1:1: the key benchmarks is missing at the top level; expected a list");
  EXPECT_EQ(refusal("{\"results\":[{\"command\":\"a\",\"times\":[1,\"b\"]}]}"),
            "x:1:41: results[0].times[1] is \"b\"; expected a number, at least 0");
  EXPECT_EQ(refusal("{\"results\":[]}", {.columns = {{"a", ColumnKey::kRate}}}),
            "--map names columns of a CSV file, and x is none");
  EXPECT_EQ(refusal("{\"results\":[]}", {.subject = "a"}),
            "--subject is for files that name none, and x names its own");
}

TEST(Words, OfTheCommandLine) {
  EXPECT_EQ(read_import_kind("pyperf").value(), ImportKind::kPyperf);
  EXPECT_EQ(read_import_kind("pypref").error().message,
            "--as: the kind is \"pypref\"; expected google-benchmark, pyperf, hyperfine, pytest-benchmark, csv or "
            "batch-times; did you mean pyperf?");
  EXPECT_EQ(read_column_map("a=b=rate").value().column, "a=b");
  EXPECT_NE(read_column_map("rate").error().message.find("expected COLUMN=KEY"), std::string::npos);
  EXPECT_NE(read_column_map("a=speed").error().message.find("expected subject, rate, seconds"), std::string::npos);
  EXPECT_EQ(stem_of_file("runs/v1.2.json"), "v1.2");
  EXPECT_EQ(stem_of_file("a.batch_times.jsonl"), "a");
}

}  // namespace
}  // namespace feedrate::control
