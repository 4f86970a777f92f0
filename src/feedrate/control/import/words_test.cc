#include <gtest/gtest.h>

#include "feedrate/control/import/imported.h"
#include "feedrate/control/import/started.h"
#include "feedrate/control/import/subject_names.h"

namespace feedrate::control {
namespace {

TEST(PlainName, KeepsWhatAPersonCanType) {
  EXPECT_EQ(plain_name("sort"), "sort");
  EXPECT_EQ(plain_name("BM_Sort<int>/1024"), "BM_Sort-int-1024");
  EXPECT_EQ(plain_name("test_join.py::test_join[100]"), "test_join.py-test_join-100");
  EXPECT_EQ(plain_name("../a b"), "a-b");
  EXPECT_EQ(plain_name("--x--"), "x");
  EXPECT_EQ(plain_name("\xc3\xa4/"), "");
}

TEST(PlainName, NeverMakesOneSubjectOfTwo) {
  const auto names = plain_names({"a/b", "c"});
  ASSERT_TRUE(names);
  EXPECT_EQ(names->at("a/b"), "a-b");
  const auto same = plain_names({"a/b", "a b"});
  ASSERT_FALSE(same);
  EXPECT_EQ(same.error().fault, Fault::kInput);
  EXPECT_EQ(same.error().message,
            "\"a b\" and \"a/b\" would both be called a-b; give one of them another name in the file");
  EXPECT_FALSE(plain_names({"//"}));
}

TEST(Started, IsUtcWhereTheFileSaysItsZone) {
  EXPECT_EQ(utc_text("2026-02-10T09:00:00+01:00", Zoneless::kLocal), "2026-02-10T08:00:00Z");
  EXPECT_EQ(utc_text("2026-01-01T00:30:00+0100", Zoneless::kLocal), "2025-12-31T23:30:00Z");
  EXPECT_EQ(utc_text("2026-02-10T09:00:00.123456Z", Zoneless::kLocal), "2026-02-10T09:00:00Z");
  EXPECT_EQ(utc_text("2026-02-10 09:00:00.123456", Zoneless::kLocal), "2026-02-10T09:00:00");
  EXPECT_EQ(utc_text("2026-02-10T09:00:00.5", Zoneless::kUtc), "2026-02-10T09:00:00Z");
  for (const char* none : {"", "yesterday", "2026-02-10", "2026-02-10T09:00:00 or so", "2026-02-10x09:00:00"})
    EXPECT_EQ(utc_text(none, Zoneless::kUtc), "") << none;
}

TEST(Profile, SaysOnlyWhatTheFileSays) {
  EXPECT_EQ(profile_of(ImportedMachine{}), "imported");
  EXPECT_EQ(profile_of(ImportedMachine{"Intel(R) Xeon(R) Processor @ 2.10GHz", 2, 2100, "host"}),
            "intel-xeon-processor-2c");
  EXPECT_EQ(profile_of(ImportedMachine{"", 8, 2093.4, ""}), "8c-2100mhz");
}

TEST(Repetition, WithoutAPossibleTimeHasFailed) {
  EXPECT_TRUE(std::holds_alternative<Timed>(repetition_of({1, 0.5}).result));
  for (const Timed& none : {Timed{1, 0}, Timed{1000, 1e-12}, Timed{1, 1e10}, Timed{0, 1}}) {
    const auto repetition = repetition_of(none);
    const auto* failed = std::get_if<contract::Failed>(&repetition.result);
    ASSERT_NE(failed, nullptr);
    EXPECT_EQ(failed->cause, contract::Cause::kIncomplete);
  }
}

}  // namespace
}  // namespace feedrate::control
