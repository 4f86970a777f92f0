#include "feedrate/measure/output.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

namespace feedrate::measure {
namespace {

std::string bytes(const std::string& head, const std::vector<int>& values) {
  std::string out = head + "\n";
  for (const int value : values) out.push_back(static_cast<char>(value));
  return out;
}

std::string floats(const std::string& head, const std::vector<float>& values) {
  std::string out = head + "\n";
  out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  return out;
}

std::string fault_of(const std::string& file) {
  const auto read = read_output(file);
  return read ? "" : read.error().text();
}

TEST(Output, ReadsShapesOfPicturesAndClips) {
  const std::string picture = bytes("1 2 3 uint8", {0, 1, 2, 3, 4, 5});
  const auto read = read_output(picture);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->shape, (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_FALSE(read->is_float);
  const std::string clip = floats("2 1 1 1 float32", {0.5F, 1});
  ASSERT_TRUE(read_output(clip));
  EXPECT_EQ(read_output(clip)->shape.size(), 4);
  EXPECT_TRUE(read_output(clip)->is_float);
}

TEST(Output, SaysWhatIsWrongWithAFile) {
  EXPECT_NE(fault_of("").find("no line"), std::string::npos);
  EXPECT_NE(fault_of(std::string(1000, '1')).find("no line"), std::string::npos);
  EXPECT_NE(fault_of("1 2 uint8\nab").find("no shape and type"), std::string::npos);
  EXPECT_NE(fault_of("1 2 3\nabcdef").find("no shape and type"), std::string::npos);
  EXPECT_NE(fault_of("1 2 3 uint8 more\nabcdef").find("no shape and type"), std::string::npos);
  EXPECT_NE(fault_of("1 2 0 uint8\n").find("no shape"), std::string::npos);
  EXPECT_NE(fault_of("1 -2 3 uint8\n").find("no shape"), std::string::npos);
  EXPECT_NE(fault_of("1 1 1 1 1 uint8\na").find("no shape"), std::string::npos);
  EXPECT_NE(fault_of("1048576 1048576 1048576 uint8\n").find("no shape"), std::string::npos);
  EXPECT_NE(fault_of("1 2 3 uint8\nabcde").find("5 bytes after its first line; expected 6"), std::string::npos);
}

TEST(Output, HowFarApartInLevels) {
  const std::string a = bytes("1 2 1 uint8", {10, 200});
  const std::string b = bytes("1 2 1 uint8", {14, 200});
  const auto found = apart(*read_output(a), *read_output(b), contract::Invert{});
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->sum, 4);
  EXPECT_EQ(found->count, 2);
  EXPECT_DOUBLE_EQ(found->largest, 4);
  EXPECT_FALSE(apart(*read_output(a), *read_output(bytes("2 1 1 uint8", {10, 200})), contract::Invert{}));
}

TEST(Output, FloatsAreSharesOfAPictureOrWhatTheOperationMakesOfThem) {
  const std::string levels = bytes("1 1 1 uint8", {51});
  const std::string share = floats("1 1 1 float32", {0.2F});
  const auto mixed = apart(*read_output(levels), *read_output(share), contract::Invert{});
  ASSERT_TRUE(mixed);
  EXPECT_NEAR(mixed->largest, 0, 1e-4);
  // Who gives bytes where floats are asked for did not do it.
  EXPECT_FALSE(apart(*read_output(levels), *read_output(share), contract::ToFloat{}));
  const std::string one = floats("1 1 1 float32", {1});
  const std::string two = floats("1 1 1 float32", {2});
  EXPECT_NEAR(apart(*read_output(one), *read_output(two), contract::Normalize{{0, 0}, {0.2, 0.4}})->largest, 0.3 * 255,
              1e-9);
}

TEST(Output, WhatIsNoNumberIsNeverTheSame) {
  const std::string one = floats("1 1 2 float32", {1, 1});
  const std::string none = floats("1 1 2 float32", {1, std::numeric_limits<float>::quiet_NaN()});
  EXPECT_FALSE(std::isfinite(apart(*read_output(one), *read_output(none), contract::ToFloat{})->largest));
  EXPECT_FALSE(std::isfinite(apart(*read_output(none), *read_output(none), contract::ToFloat{})->largest));
}

const std::string kDark = bytes("1 2 1 uint8", {10, 20});
const std::string kTurned = bytes("1 2 1 uint8", {20, 10});
const std::string kBright = bytes("1 2 1 uint8", {110, 120});

TEST(CompareResults, AgainstNativeElseOpencvWhateverTheOrder) {
  const std::vector<Results> arms = {
      {"albumentationsx", {kBright, kTurned}}, {"opencv", {kDark, kTurned}}, {"native", {kDark, kTurned}}};
  const auto all = compare_results(arms, contract::Invert{});
  EXPECT_FALSE(all[2]->against);
  EXPECT_EQ(all[0]->against, "native");
  EXPECT_DOUBLE_EQ(*all[0]->mean, 50);  // of two samples, one the same
  EXPECT_DOUBLE_EQ(*all[0]->largest, 100);
  EXPECT_DOUBLE_EQ(*all[1]->mean, 0);
  EXPECT_EQ(all[1]->gives, "1 x 2 x 1 uint8");
  const auto two = compare_results(std::span(arms).first(2), contract::Invert{});
  EXPECT_EQ(two[0]->against, "opencv");
  EXPECT_FALSE(two[1]->against);
}

TEST(CompareResults, NothingWithoutAnother) {
  EXPECT_FALSE(compare_results(std::vector<Results>{{"native", {kDark}}}, contract::Invert{})[0]);
  const auto found = compare_results(std::vector<Results>{{"native", {kDark}}, {"opencv", {}}}, contract::Invert{});
  EXPECT_FALSE(found[0]);
  EXPECT_FALSE(found[1]);
}

TEST(CompareResults, OneThatCannotBeReadIsNoReferenceAndSaysSo) {
  const std::vector<Results> arms = {{"native", {"1 2 3 uint8\nab"}}, {"opencv", {kDark}}, {"pillow", {kDark}}};
  const auto found = compare_results(arms, contract::Invert{});
  EXPECT_EQ(found[0]->against, "opencv");
  EXPECT_NE(found[0]->otherwise->find("cannot be read: it has 2 bytes"), std::string::npos);
  EXPECT_DOUBLE_EQ(*found[2]->mean, 0);
}

TEST(CompareResults, WhoAnswersFromMemoryIsNamed) {
  const std::vector<Results> arms = {{"native", {kDark, kTurned}}, {"mine", {kDark, kDark}}};
  EXPECT_NE(compare_results(arms, contract::Invert{})[1]->otherwise->find("answers from memory"), std::string::npos);
  // A picture that is the same when it is turned accuses nobody.
  const std::vector<Results> even = {{"native", {kDark, kDark}}, {"mine", {kDark, kDark}}};
  EXPECT_FALSE(compare_results(even, contract::Invert{})[1]->otherwise);
  // Nor does one whose samples could not be turned.
  const std::vector<Results> fewer = {{"native", {kDark, kDark, kTurned}}, {"mine", {kDark, kDark}}};
  EXPECT_FALSE(compare_results(fewer, contract::Invert{})[1]->otherwise);
}

TEST(CompareResults, WhoMakesForEverySampleWhatCouldBeMadeOnceIsNamed) {
  const auto of = [](std::string built) {
    const std::vector<Results> arms = {{"opencv", {kDark}}, {"mine", {kDark}, std::move(built)}};
    return compare_results(arms, contract::Invert{})[1]->otherwise.value_or("");
  };
  EXPECT_EQ(of("0.83 Compose\n"), "it makes its Compose anew for every sample, which is 83 % of its time");
  EXPECT_EQ(of("0.83 \xC3\x28\n"), "it makes its objects anew for every sample, which is 83 % of its time");
  EXPECT_EQ(of("0.19 Compose\n"), "");
  EXPECT_EQ(of("0\n"), "");
  EXPECT_EQ(of("nan Compose"), "");
  EXPECT_EQ(of("7 Compose"), "");
  EXPECT_EQ(of("0.8x Compose"), "");
  EXPECT_LT(of("0.8 " + std::string(900, 'C')).size(), 200);
}

TEST(CompareResults, WhoMakesItAnewIsNoReference) {
  const std::vector<Results> arms = {{"opencv", {kDark}, "0.9 Net"}, {"pillow", {kDark}}, {"mine", {kDark}}};
  const auto found = compare_results(arms, contract::Invert{});
  EXPECT_EQ(found[0]->against, "mine");
  EXPECT_TRUE(found[0]->otherwise);
  EXPECT_FALSE(found[2]->against);
}

TEST(CompareResults, AnotherShapeIsNamed) {
  const std::vector<Results> arms = {{"native", {kDark}}, {"mine", {bytes("2 1 1 uint8", {10, 20})}}};
  EXPECT_EQ(*compare_results(arms, contract::Invert{})[1]->otherwise,
            "it gives 2 x 1 x 1 uint8, and native gives 1 x 2 x 1 uint8");
}

}  // namespace
}  // namespace feedrate::measure
