#include "feedrate/control/report/report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "feedrate/base/json.h"
#include "feedrate/control/report/example_pages.h"

namespace feedrate::control {
namespace {

using example::page_of;
using example::troubled_records;

// Golden files lie in tests/golden/report. With FEEDRATE_WRITE_GOLDEN set they are written anew, and the test fails so
// that nobody takes that for a pass.
void expect_golden(const std::string& name, const std::string& found) {
  const auto root = std::filesystem::path(__FILE__).parent_path() / "../../../../tests/golden/report";
  const auto file = root.lexically_normal() / name;
  if (std::getenv("FEEDRATE_WRITE_GOLDEN") != nullptr) {
    std::ofstream(file, std::ios::binary) << found;
    ADD_FAILURE() << "wrote " << file;
    return;
  }
  std::ifstream in(file, std::ios::binary);
  ASSERT_TRUE(in) << file << " cannot be read";
  std::ostringstream expected;
  expected << in.rdbuf();
  EXPECT_EQ(found, expected.str()) << "differs from " << file;
}

constexpr Screen kWide{100, true, false};
constexpr Screen kNarrowAscii{56, false, false};
constexpr Screen kColour{100, true, true};

// Three comparisons; of the last only native and torch-pil have rates.
std::vector<contract::Record> three_comparisons(int blocks) {
  std::vector<contract::Record> out;
  const double wander[] = {1.0, 1.01, 0.99, 1.005, 0.995};
  for (const int workers : {1, 2, 4})
    for (int block = 1; block <= blocks; ++block) {
      out.push_back(example::cell(example::loader_case("native", workers), block, 1000));
      out.push_back(example::cell(example::loader_case("torch-pil", workers), block, 400 * wander[block - 1]));
      if (workers < 4) out.push_back(example::cell(example::loader_case("spdl", workers), block, 401));
    }
  return example::with_fixed_ids(out);
}

TEST(Report, SumsUpWhatAllHave) {
  const Screen wide{300, true, false};
  EXPECT_NE(
      render_terminal(page_of(three_comparisons(5)), wide)
          .find("over the 2 of 3 comparisons in which every subject has a ratio, geometric mean against native: "
                "native 1 > spdl 0.4010x [0.4010, 0.4010] ~ torch-pil 0.4000x [0.3977, 0.4023]; ~ where intervals "
                "touch"),
      std::string::npos)
      << render_terminal(page_of(three_comparisons(5)), wide);
  EXPECT_NE(render_terminal(page_of(three_comparisons(1)), wide).find("native 1, spdl 0.401x, torch-pil 0.400x"),
            std::string::npos)
      << render_terminal(page_of(three_comparisons(1)), wide);
  const auto json = render_json(page_of(three_comparisons(5)));
  EXPECT_NE(json.find("\"shared\": 2"), std::string::npos) << json;
  EXPECT_EQ(render_terminal(page_of(troubled_records()), wide).find("geometric mean against"), std::string::npos);
}

TEST(ReportGolden, Terminal) { expect_golden("terminal.txt", render_terminal(page_of(troubled_records()), kWide)); }
TEST(ReportGolden, NarrowAscii) {
  expect_golden("narrow_ascii.txt", render_terminal(page_of(troubled_records()), kNarrowAscii));
}
TEST(ReportGolden, Colour) { expect_golden("colour.txt", render_terminal(page_of(troubled_records()), kColour)); }
TEST(ReportGolden, Markdown) { expect_golden("report.md", render_markdown(page_of(troubled_records()))); }
TEST(ReportGolden, Html) { expect_golden("report.html", render_html(page_of(troubled_records()))); }
TEST(ReportGolden, Latex) { expect_golden("report.tex", render_latex(page_of(troubled_records()))); }
TEST(ReportGolden, Csv) { expect_golden("report.csv", render_csv(page_of(troubled_records()))); }
TEST(ReportGolden, Json) { expect_golden("report.json", render_json(page_of(troubled_records()))); }
// From torch-pil, which changed a library, to native.
ReportPage page_with_a_ladder() {
  auto records = example::with_fixed_ids(example::two_subjects());
  for (auto& record : records)
    record.versions = std::map<std::string, std::string>{{record.what.subject == "native" ? "libjpeg" : "Pillow", "1"}};
  ReportPage out = page_of(records);
  out.ladders = judge_ladders(records, {"torch-pil", "native"}, kDefaultTolerance).value();
  return out;
}
TEST(ReportGolden, Ladder) { expect_golden("ladder.txt", render_terminal(page_with_a_ladder(), kWide)); }
TEST(ReportGolden, LadderNarrow) {
  expect_golden("ladder_narrow.txt", render_terminal(page_with_a_ladder(), kNarrowAscii));
}
TEST(ReportGolden, LadderMarkdown) { expect_golden("ladder.md", render_markdown(page_with_a_ladder())); }
TEST(ReportGolden, LadderHtml) {
  const std::string page = render_html(page_with_a_ladder());
  const auto begin = page.find("<section><h2>ladder");
  ASSERT_NE(begin, std::string::npos);
  expect_golden("ladder.html", page.substr(begin, page.find("</section>", begin) - begin) + "\n");
}
TEST(ReportGolden, LadderJson) { expect_golden("ladder.json", render_json(page_with_a_ladder())); }
TEST(ReportGolden, Empty) { expect_golden("empty.txt", render_terminal(page_of({}), kWide)); }

TEST(Html, NeedsNothingFromElsewhereAndShowsWhatSubjectsSayAsText) {
  const std::string page = render_html(page_of(troubled_records()));
  for (const char* outside : {"http", "src=", "@import", "url(", "<script"})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  EXPECT_EQ(page.find("<lambda>"), std::string::npos);
  EXPECT_NE(page.find("&lt;lambda&gt;"), std::string::npos);
  EXPECT_NE(page.find("feedrate explain"), std::string::npos);
  EXPECT_EQ(page, render_html(page_of(troubled_records())));
}

TEST(Html, AllComparisonsAtAGlanceWhereThereAreMany) {
  EXPECT_EQ(render_html(page_of(troubled_records())).find("All comparisons"), std::string::npos);
  std::vector<contract::Record> many;
  for (const int workers : {1, 2, 4})
    for (auto& record : example::two_subjects(workers)) many.push_back(record);
  const std::string page = render_html(page_of(example::with_fixed_ids(many)));
  EXPECT_NE(page.find("All comparisons"), std::string::npos);
  for (const char* label : {"<a href=\"#c1\">workers 1</a>", "<a href=\"#c3\">workers 4</a>"})
    EXPECT_NE(page.find(label), std::string::npos) << label;
}

TEST(Latex, WhatSubjectsSayIsNoCommand) {
  const std::string text = render_latex(page_of(troubled_records()));
  EXPECT_NE(text.find("\\textless{}lambda\\textgreater{} is\\_not \\textbar{}"), std::string::npos) << text;
  EXPECT_NE(text.find("\\toprule"), std::string::npos);
}

TEST(Report, ClipsAreCountedInFramesToo) {
  auto what = example::loader_case("native");
  std::get<contract::LoaderWork>(what.work).media = contract::Video{16};
  const std::string text = render_terminal(page_of({example::cell(what, 1, 1000)}), kWide);
  EXPECT_NE(text.find("a sample is 16 frames; frames/s: native 16 000"), std::string::npos) << text;
  EXPECT_EQ(render_terminal(page_of(troubled_records()), kWide).find("a sample is"), std::string::npos);
}

std::vector<contract::Record> two() { return example::with_fixed_ids(example::two_subjects()); }

TEST(ComparedGolden, Terminal) {
  const auto compared = example::compared(two(), "native", "torch-pil");
  expect_golden("compare.txt", render_compared_terminal(compared, kWide));
}
TEST(ComparedGolden, Json) {
  expect_golden("compare.json", render_compared_json(example::compared(two(), "native", "torch-pil")));
}
TEST(ComparedGolden, CannotTell) {
  const auto compared = example::compared(two(), "native", "native", "second");
  expect_golden("compare_two_runs.txt", render_compared_terminal(compared, kNarrowAscii));
  expect_golden("compare_two_runs.json", render_compared_json(compared));
}

std::vector<std::string> all_formats(const std::vector<contract::Record>& records) {
  const ReportPage page = page_of(records);
  return {render_terminal(page, kWide),
          render_terminal(page, kNarrowAscii),
          render_markdown(page),
          render_csv(page),
          render_json(page),
          render_html(page),
          render_latex(page)};
}

TEST(Report, TheOrderOfRecordsChangesNothing) {
  auto records = troubled_records();
  const auto expected = all_formats(records);
  std::mt19937 random(7);
  for (int i = 0; i < 20; ++i) {
    std::shuffle(records.begin(), records.end(), random);
    ASSERT_EQ(all_formats(records), expected);
  }
}

TEST(Report, DegeneratePagesHoldNoNanAndNoEmptyAnswer) {
  const auto native = example::loader_case("native");
  const auto failed = contract::Failed{contract::Cause::kExit, "code 1"};
  auto no_rate = example::cell(native, 1, 1000);
  no_rate.evidence.window->rate = 0;
  const std::vector<std::vector<contract::Record>> degenerate = {
      {},
      {example::cell(native, 0, 1000)},
      {example::cell(native, 1, 1000)},
      {no_rate},
      {example::ended(example::cell(native, 1, 1), failed), example::ended(example::cell(native, 2, 1), failed)}};
  for (const auto& records : degenerate) {
    for (const auto& text : all_formats(records)) {
      EXPECT_FALSE(text.empty());
      for (const char* word : {"nan", "NaN", "inf"}) EXPECT_EQ(text.find(word), std::string::npos) << text;
    }
  }
}

TEST(Report, AFailedRowHasNoZeroRate) {
  const auto failed = contract::Failed{contract::Cause::kExit, "code 1"};
  const std::vector<contract::Record> records = {
      example::ended(example::cell(example::loader_case("native"), 1, 1), failed)};
  const auto json = parse_json(render_json(page_of(records)), "report");
  ASSERT_TRUE(json);
  const Value& row = json->find("rows")->items().at(0);
  EXPECT_TRUE(row.find("rate")->is(Value::Kind::kNull));
  EXPECT_TRUE(row.find("low")->is(Value::Kind::kNull));
  EXPECT_EQ(row.find("outcome")->as_text(), "failed");
  EXPECT_NE(render_terminal(page_of(records), kWide).find("n/a (failed)"), std::string::npos);
}

TEST(Report, JsonHasThePromisedKeys) {
  const auto json = parse_json(render_json(page_of(two())), "report");
  ASSERT_TRUE(json);
  for (const char* key :
       {"case", "subject", "scope", "outcome", "conforms", "labels", "rate", "low", "high", "unit", "n", "cells"})
    EXPECT_NE(json->find("rows")->items().at(1).find(key), nullptr) << key;
  const auto compared = parse_json(render_compared_json(example::compared(two(), "native", "torch-pil")), "compare");
  ASSERT_TRUE(compared);
  for (const char* key : {"ratio", "low", "high", "n", "verdict"}) EXPECT_NE(compared->find(key), nullptr) << key;
}

TEST(Report, NoLineIsWiderThanTheScreenUnlessAWordIs) {
  for (const int width : {40, 56, 72, 80, 100, 140}) {
    std::istringstream lines(render_terminal(page_of(troubled_records()), {width, false, false}));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), static_cast<std::size_t>(width)) << line;
  }
}

TEST(Report, AComparisonFitsItsScreen) {
  for (const int width : {44, 60, 100}) {
    const auto compared = example::compared(two(), "native", "torch-pil");
    std::istringstream lines(render_compared_terminal(compared, {width, false, false}));
    for (std::string line; std::getline(lines, line);)
      if (line.find("first:") == std::string::npos && line.find("rate [") == std::string::npos) {
        EXPECT_LE(line.size(), static_cast<std::size_t>(width)) << line;
      }
  }
}

TEST(Report, OneComparedBlockHasNoIntervalAndSaysSo) {
  const std::vector<contract::Record> records = {example::cell(example::loader_case("native"), 1, 1000),
                                                 example::cell(example::loader_case("torch-pil"), 1, 250)};
  const std::string text = render_compared_terminal(example::compared(records, "native", "torch-pil"), kWide);
  EXPECT_NE(text.find("CANNOT TELL   0.250x (no interval)   1 shared block\n"), std::string::npos) << text;
}

TEST(Report, SlicedAndAlternatingBlocksAreSaidToBeApart) {
  auto records = example::two_subjects();
  records.push_back(example::cell(example::loader_case("native"), 6, 1000));
  records.push_back(example::cell(example::loader_case("torch-pil"), 6, 10));
  const std::string text = render_terminal(page_of(records), {200, true, false});
  EXPECT_NE(text.find("torch-pil: 1 alternating block left out of the ratio: they never enter one statistic with "
                      "sliced ones"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("6, 5 paired"), std::string::npos) << text;
}

TEST(Report, ImportedBlocksAreNotSaidToBeOurs) {
  auto records = example::two_subjects();
  for (auto& record : records) {
    record.labels = {contract::kImportedLabel};
    record.scope.interleave = contract::Alternate{"imported from pyperf"};
  }
  const std::string text = render_terminal(page_of(records), {200, true, false});
  EXPECT_NE(text.find("imported from pyperf (5 blocks): not measured by feedrate; ratios are paired within blocks"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("fresh process"), std::string::npos) << text;
}

TEST(Report, SharedProcessesAreNotSaidToBeFresh) {
  auto records = example::two_subjects();
  for (auto& record : records) record.scope.interleave = contract::Alternate{};
  EXPECT_NE(render_terminal(page_of(records), {200, true, false}).find("fresh process"), std::string::npos);
  records.back().evidence.process.after = "0123456789abcdef0123456789abcdef";
  const std::string text = render_terminal(page_of(records), {200, true, false});
  EXPECT_EQ(text.find("fresh process"), std::string::npos) << text;
  EXPECT_NE(text.find("processes did one operation after another"), std::string::npos) << text;
}

TEST(Report, WithoutSharedBlocksItSaysWhatIsNotKnown) {
  const std::vector<contract::Record> records = {example::cell(example::loader_case("native"), 1, 1000),
                                                 example::cell(example::loader_case("torch-pil"), 2, 900)};
  const std::string text =
      render_compared_terminal(example::compared(records, "native", "torch-pil"), {200, true, false});
  EXPECT_NE(text.find("nothing here was measured twice"), std::string::npos) << text;
}

TEST(Report, ManyCasesThatWereNotMeasuredHaveALineEach) {
  auto page = page_of(example::two_subjects());
  page.not_measured = {"a: one", "b: two", "c: three", "d: <four>"};
  const std::string text = render_terminal(page, {200, true, false});
  EXPECT_NE(text.find("\nnot measured: b: two\nnot measured: c: three\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("a: one;"), std::string::npos) << text;
  EXPECT_NE(render_markdown(page).find("\n- not measured: d: &lt;four>\n"), std::string::npos);
  EXPECT_NE(render_html(page).find("<summary>4 cases were not measured</summary>"), std::string::npos);
  EXPECT_NE(render_html(page).find("<li>d: &lt;four&gt;</li>"), std::string::npos);
}

TEST(Report, OneLineForAllThatHaveNoVerdictForTheSameReason) {
  std::vector<contract::Record> records;
  for (const char* subject : {"native", "torch-pil", "spdl"})
    records.push_back(example::cell(example::loader_case(subject), 1, 1000));
  const std::string text = render_terminal(page_of(records), {200, true, false});
  EXPECT_NE(text.find("spdl, torch-pil: no verdict: 1 shared block"), std::string::npos) << text;
}

TEST(Report, EscapeCodesOfASubjectReachNoTerminalWithoutColour) {
  EXPECT_EQ(render_terminal(page_of(troubled_records()), kWide).find('\x1b'), std::string::npos);
  EXPECT_EQ(render_markdown(page_of(troubled_records())).find('\x1b'), std::string::npos);
}

TEST(Report, AsciiMeansAscii) {
  const std::string text = render_terminal(page_of(troubled_records()), kNarrowAscii);
  EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
}

}  // namespace
}  // namespace feedrate::control
