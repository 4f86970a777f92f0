// The strictness of both syntaxes, and numbers that read back as they were written.
#include <gtest/gtest.h>

#include "feedrate/base/hash.h"
#include "feedrate/base/json.h"
#include "feedrate/base/units.h"
#include "feedrate/base/yaml.h"

namespace feedrate {
namespace {

std::string yaml(std::string_view text) {
  auto value = parse_yaml(text, "f");
  return value ? canonical_json(*value) : value.error().message;
}

std::string json(std::string_view text) {
  auto value = parse_json(text, "f");
  return value ? canonical_json(*value) : value.error().message;
}

TEST(Yaml, ReadsPlainDocuments) {
  EXPECT_EQ(yaml("a: 1\nb: [x, 2.5, true, null]\nc: {d: \"07\"}\n"),
            R"({"a":1,"b":["x",2.5,true,null],"c":{"d":"07"}})");
  EXPECT_EQ(yaml("a: 250 ms\nb: -3\nc: 1e3\nd: ./x/y\n"), R"({"a":"250 ms","b":-3,"c":1000,"d":"./x/y"})");
  EXPECT_EQ(yaml(""), "null");
}

TEST(Units, ReadBackExactly) {
  for (const char* text : {"0.009 s", "7 us", "33 ms", "0.1 min"}) {
    const auto time = TextForm<Duration>::parse(text);
    ASSERT_TRUE(time) << text;
    EXPECT_EQ(TextForm<Duration>::parse(TextForm<Duration>::print(*time))->seconds, time->seconds) << text;
  }
  for (const char* text : {"5 %", "0.1 %", "33.3 %", "14197542159 %", "76400522921077699309 %"}) {
    const auto share = TextForm<Share>::parse(text);
    ASSERT_TRUE(share) << text;
    EXPECT_EQ(TextForm<Share>::parse(TextForm<Share>::print(*share))->share, share->share) << text;
  }
}

TEST(Yaml, RefusesBytesThatAreNotUtf8) { EXPECT_NE(yaml("{\xb2: 1}\n").find("UTF-8"), std::string::npos); }

TEST(Yaml, RefusesWhatPeopleGetWrong) {
  EXPECT_EQ(yaml("a: 1\na: 2\n"), "f:2:1: the key a stands here twice; the first is in line 1");
  EXPECT_EQ(yaml("a: 0123\n"),
            "f:1:4: 0123 looks like an octal or hexadecimal number; write it in decimal, or quote it: \"0123\"");
  EXPECT_EQ(
      yaml("a: yes\n"),
      "f:1:4: yes is read differently by different YAML versions; write true, false or null, or quote it: \"yes\"");
  EXPECT_EQ(yaml("a: &x 1\n"), "f:1:4: anchors (&name) are not allowed");
  EXPECT_EQ(yaml("a: !!int 1\n"), "f:1:4: tags are not allowed: tag:yaml.org,2002:int");
  EXPECT_EQ(yaml("a: 18446744073709551616\n"), "f:1:4: 18446744073709551616 does not fit a 64-bit number");
  EXPECT_EQ(yaml(std::string(129, 'k') + ": 1\n"), "f:1:1: a key of 129 characters; at most 128 are allowed");
  EXPECT_EQ(yaml("a: .nan\n"), "f:1:4: .nan is not a finite number");
  EXPECT_EQ(yaml("a: 1\n---\nb: 2\n"), "f:1:1: more than one YAML document; keep one a file");
  EXPECT_NE(yaml("a: [1\n").find("not valid YAML"), std::string::npos);
  EXPECT_NE(yaml(std::string(65, '[') + std::string(65, ']')).find("nested deeper than 64 levels"), std::string::npos);
  EXPECT_NE(yaml(std::string(100000, '[')).find("f:"), std::string::npos);
}

TEST(Json, RefusesWhatTheStandardLeavesOpen) {
  EXPECT_EQ(json(R"({"b":1,"a":[1.50,"x"]})"), R"({"a":[1.5,"x"],"b":1})");
  EXPECT_NE(json(R"({"a":1,"a":2})").find("the key \"a\" stands here twice"), std::string::npos);
  EXPECT_NE(json("18446744073709551616").find("does not fit a 64-bit number"), std::string::npos);
  EXPECT_NE(json("1e999").find("f:1:"), std::string::npos);
  EXPECT_NE(json("{} x").find("f:1:"), std::string::npos);
  EXPECT_NE(json(std::string(100000, '[')).find("nested deeper than 64 levels"), std::string::npos);
  EXPECT_NE(json("{\n \"a\": tru\n}").find("f:2:"), std::string::npos);
}

TEST(Decimal, IsShortestAndReadsBack) {
  EXPECT_EQ(decimal(0.1), "0.1");
  EXPECT_EQ(decimal(5.0), "5");
  EXPECT_EQ(decimal(-0.0), "0");
  EXPECT_EQ(decimal(1.0 / 3), "0.3333333333333333");
}

TEST(Hash, IsFramedAndStable) {
  EXPECT_NE(hash_id("ab", "c"), hash_id("a", "bc"));
  EXPECT_EQ(hash_id("a"), hash_id("a"));
  EXPECT_TRUE(is_id(hash_id("a")));
  EXPECT_FALSE(is_id("A"));
}

TEST(Units, ReadAndPrint) {
  EXPECT_EQ(TextForm<Duration>::parse("2 min")->seconds, 120);
  EXPECT_EQ(TextForm<Duration>::parse("250ms")->seconds, 0.25);
  EXPECT_FALSE(TextForm<Duration>::parse("250"));
  EXPECT_FALSE(TextForm<Duration>::parse("1..5 s"));
  EXPECT_FALSE(TextForm<Duration>::parse("-1 s"));
  EXPECT_EQ(TextForm<Duration>::print({0.25}), "250 ms");
  EXPECT_EQ(TextForm<Duration>::print({6}), "6 s");
  EXPECT_EQ(TextForm<Duration>::print({120}), "2 min");
  EXPECT_EQ(TextForm<ByteCount>::parse("8 GiB")->bytes, 8589934592);
  EXPECT_EQ(TextForm<ByteCount>::print({8589934592}), "8 GiB");
  EXPECT_EQ(TextForm<Share>::print(*TextForm<Share>::parse("5 %")), "5 %");
  EXPECT_EQ(TextForm<Share>::parse("5 %")->share, 0.05);
}

}  // namespace
}  // namespace feedrate
