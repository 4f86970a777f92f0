#include "feedrate/native/pipeline/read_ahead.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

namespace feedrate::native {
namespace {

Status write_number(std::uint64_t ticket, std::vector<std::uint8_t>& to) {
  to.assign(1 + ticket % 7, static_cast<std::uint8_t>(ticket));
  return {};
}

TEST(ReadAhead, EachTicketHasItsBytesWhoeverTakesIt) {
  constexpr std::uint64_t kTickets = 500;
  constexpr int kTakers = 3;
  ReadAhead ahead(write_number, 4, kTakers);
  std::atomic<std::uint64_t> next = 0;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> takers;
  for (int i = 0; i < kTakers; ++i)
    takers.emplace_back([&] {
      std::vector<std::uint8_t> bytes;
      for (std::uint64_t ticket = next++; ticket < kTickets; ticket = next++) {
        if (!ahead.take(ticket, bytes)) ++wrong;
        if (bytes != std::vector<std::uint8_t>(1 + ticket % 7, static_cast<std::uint8_t>(ticket))) ++wrong;
      }
    });
  for (std::uint64_t allowed = 10; allowed <= kTickets; allowed += 10) ahead.allow(allowed);
  for (auto& taker : takers) taker.join();
  EXPECT_EQ(wrong.load(), 0);
}

TEST(ReadAhead, NothingIsReadThatIsNotAllowedOrHasNoPlace) {
  std::atomic<int> reads = 0;
  const auto counted = [&](std::uint64_t ticket, std::vector<std::uint8_t>& to) {
    ++reads;
    return write_number(ticket, to);
  };
  ReadAhead ahead(counted, 2, 1);  // four places
  std::vector<std::uint8_t> bytes;
  ahead.allow(1);
  ASSERT_TRUE(ahead.take(0, bytes));
  EXPECT_EQ(reads.load(), 1);
  ahead.allow(100);
  ASSERT_TRUE(ahead.take(1, bytes));
  ASSERT_TRUE(ahead.take(2, bytes));
  EXPECT_LE(reads.load(), 3 + 4) << "those that were taken, and a place for each of the rest";
}

TEST(ReadAhead, AnErrorComesWithItsTicket) {
  const auto third_fails = [](std::uint64_t ticket, std::vector<std::uint8_t>& to) {
    return ticket == 2 ? Status(failure("gone")) : write_number(ticket, to);
  };
  ReadAhead ahead(third_fails, 2, 1);
  ahead.allow(4);
  std::vector<std::uint8_t> bytes;
  for (std::uint64_t ticket = 0; ticket < 4; ++ticket) EXPECT_EQ(ahead.take(ticket, bytes).has_value(), ticket != 2);
}

TEST(ReadAhead, ReadsOverlap) {
  // Every read waits until four are under way: with fewer at a time this would never end.
  std::mutex lock;
  std::condition_variable changed;
  int under_way = 0;
  const auto together = [&](std::uint64_t ticket, std::vector<std::uint8_t>& to) {
    std::unique_lock guard(lock);
    ++under_way;
    changed.notify_all();
    changed.wait(guard, [&] { return under_way >= 4; });
    return write_number(ticket, to);
  };
  ReadAhead ahead(together, 4, 1);
  ahead.allow(4);
  std::vector<std::uint8_t> bytes;
  for (std::uint64_t ticket = 0; ticket < 4; ++ticket) EXPECT_TRUE(ahead.take(ticket, bytes));
}

TEST(ReadAhead, EndsWithReadsThatNobodyTook) {
  ReadAhead ahead(write_number, 3, 1);
  ahead.allow(1000);
}

}  // namespace
}  // namespace feedrate::native
