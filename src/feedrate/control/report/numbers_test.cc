#include "feedrate/control/report/numbers.h"

#include <gtest/gtest.h>

namespace feedrate::control {
namespace {

std::string shown(double value, double low, double high) {
  const auto text = rounded(value, stats::Interval{low, high});
  return text.value + " " + text.interval;
}

TEST(Rounded, ByTheSizeOfTheInterval) {
  EXPECT_EQ(shown(1043.27, 1010.4, 1077.1), "1 043 [1 010, 1 077]");
  EXPECT_EQ(shown(402.11, 391.2, 413.3), "402 [391, 413]");
  EXPECT_EQ(shown(0.38534, 0.38012, 0.39108), "0.385 [0.380, 0.391]");
  EXPECT_EQ(shown(1.6134, 1.5512, 1.6801), "1.61 [1.55, 1.68]");
  EXPECT_EQ(shown(104321, 101000, 107712), "104 300 [101 000, 107 700]");
}

TEST(Rounded, AWideIntervalNeverRoundsANumberAway) {
  EXPECT_EQ(shown(400, 10, 16000), "400 [10, 16 000]");
  EXPECT_EQ(shown(1, 0.00123, 813), "1.0 [0.0012, 810]");
}

TEST(Rounded, ANarrowIntervalAsksForNoEndlessDigits) {
  EXPECT_EQ(shown(1000, 1000, 1000), "1 000 [1 000, 1 000]");
  EXPECT_EQ(shown(0.5, 0.5, 0.5), "0.5000 [0.5000, 0.5000]");
  EXPECT_EQ(shown(1234.5678, 1234.5677, 1234.5679), "1 234.6 [1 234.6, 1 234.6]");
}

TEST(Rounded, WithoutIntervalThreeDigits) {
  EXPECT_EQ(rounded(1043.27, {}).value, "1 040");
  EXPECT_EQ(rounded(0.38534, {}).value, "0.385");
  EXPECT_EQ(rounded(1234567, {}).value, "1 230 000");
  EXPECT_TRUE(rounded(1, {}).interval.empty());
}

TEST(Percent, TwoDigitsWithoutTrailingZeros) {
  EXPECT_EQ(percent(0.05), "5 %");
  EXPECT_EQ(percent(0.053266), "5.3 %");
  EXPECT_EQ(percent(0.0012), "0.12 %");
  EXPECT_EQ(percent(0.124), "12 %");
  EXPECT_EQ(percent(0.10), "10 %");
  EXPECT_EQ(percent(0), "0 %");
}

TEST(TwelveDigits, DropsTheNoiseOfTheLastBits) {
  EXPECT_EQ(twelve_digits(0.1 + 0.2), 0.3);
  EXPECT_EQ(twelve_digits(1e-30), 1e-30);
  EXPECT_EQ(twelve_digits(123456789012.0), 123456789012.0);
}

}  // namespace
}  // namespace feedrate::control
