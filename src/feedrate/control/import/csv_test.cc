#include <gtest/gtest.h>

#include "feedrate/control/import/csv_table.h"
#include "feedrate/control/import/formats.h"

namespace feedrate::control {
namespace {

ImportedFile accepted(std::string_view text, const ImportOptions& options = {}) {
  auto read = read_import({text, "x.csv"}, options);
  EXPECT_TRUE(read) << read.error().text();
  return read ? std::move(*read) : ImportedFile{};
}

std::string csv_refusal(std::string_view text, const ImportOptions& options = {}) {
  const auto read = read_import({text, "x.csv"}, options);
  if (read) return "accepted";
  EXPECT_EQ(read.error().fault, Fault::kInput);
  return read.error().message;
}

double rate_of_first(const ImportedFile& file) {
  const auto& timed = std::get<Timed>(file.subjects.at(0).repetitions.at(0).result);
  return static_cast<double>(timed.samples) / timed.seconds;
}

TEST(CsvTable, QuotesLinesAndSeparators) {
  const auto table = parse_csv(
      "\xef\xbb\xbf"
      "a,b\r\n\"1,\"\"2\"\"\",\"two\nlines\"\r\n\r\nx,\n",
      "x.csv");
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_EQ(table->columns, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_EQ(table->rows[0].fields, (std::vector<std::string>{"1,\"2\"", "two\nlines"}));
  EXPECT_EQ(table->rows[1].fields, (std::vector<std::string>{"x", ""}));
  EXPECT_EQ(table->rows[1].line, 5);
  EXPECT_EQ(parse_csv("a;b\n1;2", "x")->rows[0].fields.size(), 2U);
  EXPECT_EQ(parse_csv("a\tb\n1\t", "x")->rows[0].fields.size(), 2U);
}

TEST(CsvTable, WhatIsWrongHasItsLine) {
  EXPECT_EQ(parse_csv("a,b\n1\n", "x").error().message, "x:2: found 1 fields; expected 2, one a column");
  EXPECT_EQ(parse_csv("a,b\n\"1,2\n", "x").error().message, "x:2: a quote opens here and nothing closes it");
  EXPECT_EQ(parse_csv("a,b\n\"1\"2,3\n", "x").error().message,
            "x:2: found text after a closing quote; expected the end of the field");
  EXPECT_EQ(parse_csv("a,a\n", "x").error().message, "x:1: the column \"a\" stands here twice; expected each once");
  EXPECT_EQ(parse_csv("", "x").error().message, "x:1: found nothing; expected a line of column names");
}

TEST(Csv, ColumnsByTheirNames) {
  const auto by_rate = accepted("name,samples_per_s,run\na,250,7\na,260,8\nb,100,7\n");
  ASSERT_EQ(by_rate.subjects.size(), 2U);
  EXPECT_EQ(by_rate.subjects[0].repetitions.size(), 2U);
  EXPECT_DOUBLE_EQ(rate_of_first(by_rate), 250);
  EXPECT_EQ(by_rate.subjects[0].repetitions[1].session, "8");
  EXPECT_FALSE(by_rate.subjects[0].repetitions[0].block);
  const auto by_time = accepted("subject,seconds,batch,block\na,0.5,64,1\n");
  EXPECT_DOUBLE_EQ(rate_of_first(by_time), 128);
  EXPECT_EQ(by_time.subjects[0].repetitions[0].block, "1");
}

TEST(Csv, ColumnsByMapAndSeveralMakeASubject) {
  const auto file = accepted(
      "cpus,mode,speed\n32,full,10\n32,,20\n",
      {.columns = {{"mode", ColumnKey::kSubject}, {"cpus", ColumnKey::kSubject}, {"speed", ColumnKey::kRate}}});
  ASSERT_EQ(file.subjects.size(), 2U);
  EXPECT_EQ(file.subjects[0].name, "full_32");
  EXPECT_EQ(file.subjects[1].name, "none_32");
  EXPECT_EQ(accepted("seconds,x\n1,2\n", {.subject = "mine"}).subjects[0].name, "mine");
}

TEST(Csv, WithoutAFigureARowHasFailed) {
  const auto file = accepted("subject,seconds\na,\na,1\n");
  EXPECT_EQ(std::get<contract::Failed>(file.subjects[0].repetitions[0].result).reason, "seconds is empty in line 2");
}

TEST(Csv, WhatIsWrongSaysWhatToType) {
  EXPECT_EQ(
      csv_refusal("subject,speed\na,1\n"),
      "x.csv:1: found the columns subject, speed; expected one with a rate (samples a second) or a time (seconds).\n"
      "Name it: --map COLUMN=rate, or --map COLUMN=seconds");
  EXPECT_EQ(csv_refusal("mode,seconds\na,1\n"),
            "x.csv:1: found the columns mode, seconds; expected one that says what was measured.\n"
            "Name it: --map COLUMN=subject (several make one name), or --subject NAME where all rows measure the same");
  EXPECT_EQ(csv_refusal("subject,seconds\na,fast\n"),
            "x.csv:2: seconds is \"fast\"; expected a number over 0, such as 12.5");
  EXPECT_EQ(csv_refusal("subject,seconds\na,-1\n"),
            "x.csv:2: seconds is \"-1\"; expected a number over 0, such as 12.5");
  EXPECT_EQ(csv_refusal("subject,seconds\na,1\n", {.columns = {{"second", ColumnKey::kSeconds}}}),
            "--map second=seconds: x.csv:1 has no such column; expected subject or seconds. Did you mean seconds?");
  EXPECT_EQ(csv_refusal("a,b\n1,2\n", {.columns = {{"a", ColumnKey::kRate}, {"b", ColumnKey::kRate}}}),
            "--map b=rate: another column is the rate already");
  EXPECT_EQ(csv_refusal("subject,seconds,block\na,1,\n"),
            "x.csv:2: the block is empty; expected what ran together to have the same text there");
  EXPECT_EQ(csv_refusal("subject,seconds,batch\na,1,2.5\n"),
            "x.csv:2: the batch is 2.5; expected a whole number of samples");
}

}  // namespace
}  // namespace feedrate::control
