#include "feedrate/agent/log.h"

#include <gtest/gtest.h>

namespace feedrate::agent {
namespace {

TEST(Log, KeepsEverythingThatFits) {
  Log log;
  EXPECT_EQ(log.text(), "");
  log.add(std::string(Log::kHead, 'h'));
  log.add(std::string(Log::kTail, 't'));
  EXPECT_EQ(log.text(), std::string(Log::kHead, 'h') + std::string(Log::kTail, 't'));
  EXPECT_EQ(log.bytes(), static_cast<std::int64_t>(Log::kHead + Log::kTail));
}

TEST(Log, OneByteTooManyIsCutAndCounted) {
  Log log;
  log.add(std::string(Log::kHead, 'h') + "x" + std::string(Log::kTail, 't'));
  EXPECT_EQ(log.text(),
            std::string(Log::kHead, 'h') + "\n[feedrate: 1 bytes cut here]\n" + std::string(Log::kTail, 't'));
}

TEST(Log, KeepsTheFirstAndTheLastOfAFlood) {
  Log log;
  log.add("first ");
  std::int64_t all = 6;
  for (int i = 0; i < 200; ++i) {
    log.add(std::string(10'000, '.'));
    all += 10'000;
  }
  log.add("last");
  all += 4;
  EXPECT_EQ(log.bytes(), all);
  const std::string text = log.text();
  EXPECT_TRUE(text.starts_with("first ..."));
  EXPECT_TRUE(text.ends_with("...last"));
  const std::string note = "\n[feedrate: 1868938 bytes cut here]\n";
  EXPECT_EQ(all - static_cast<std::int64_t>(Log::kHead + Log::kTail), 1868938);
  EXPECT_EQ(text.substr(Log::kHead, note.size()), note);
  EXPECT_EQ(text.size(), Log::kHead + note.size() + Log::kTail);
}

TEST(Log, LastLineIsTheLastThatSaysSomething) {
  Log log;
  EXPECT_EQ(log.last_line(), "");
  log.add("Traceback:\n  File\nValueError: no photos\r\n  \n\n");
  EXPECT_EQ(log.last_line(), "ValueError: no photos");
  log.add(std::string(1000, 'x'));
  EXPECT_EQ(log.last_line(), std::string(300, 'x'));
  log.add("\n" + std::string(Log::kHead + 4 * Log::kTail, '.') + "\nout of memory\n");
  EXPECT_EQ(log.last_line(), "out of memory");
}

// The head is full when the last line begins, and only its end lies in the tail.
TEST(Log, LastLineMayBeginInTheHead) {
  Log log;
  log.add(std::string(Log::kHead - 3, '.'));
  log.add("\nno photos\n");
  EXPECT_EQ(log.last_line(), "no photos");
}

// A blank end that spills into the tail must not hide what was said before it.
TEST(Log, LastLineLooksPastABlankTail) {
  Log log;
  log.add(std::string(Log::kHead - 10, '.') + "\nno photos");
  log.add("\n\n");
  EXPECT_EQ(log.last_line(), "no photos");
}

}  // namespace
}  // namespace feedrate::agent
