#include "feedrate/native/pipeline/ticket_threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

namespace feedrate::native {
namespace {

TEST(TicketThreads, EachNumberIsWorkedOnOnce) {
  std::mutex lock;
  std::multiset<std::uint64_t> seen;
  std::set<std::size_t> threads;
  auto running = TicketThreads::start(3, 8, [&](std::uint64_t ticket, std::size_t thread) {
    const std::lock_guard guard(lock);
    seen.insert(ticket);
    threads.insert(thread);
    return Status();
  });
  ASSERT_TRUE(running) << running.error().text();
  ASSERT_TRUE((*running)->wait_for(1000));
  running->reset();
  EXPECT_GE(seen.size(), 1000U);
  for (std::uint64_t i = 0; i < 1000; ++i) EXPECT_EQ(seen.count(i), 1U);
  EXPECT_LE(*threads.rbegin(), 2U);
}

TEST(TicketThreads, NoMoreIsTakenThanMayBeAhead) {
  std::atomic<std::uint64_t> most = 0;
  auto running = TicketThreads::start(2, 5, [&](std::uint64_t ticket, std::size_t /*thread*/) {
    for (auto seen = most.load(); ticket > seen && !most.compare_exchange_weak(seen, ticket);) {
    }
    return Status();
  });
  ASSERT_TRUE(running) << running.error().text();
  for (std::uint64_t count = 10; count <= 100; count += 10) {
    ASSERT_TRUE((*running)->wait_for(count));
    EXPECT_GE(most.load(), count - 1);
    EXPECT_LT(most.load(), count + 5);
  }
}

TEST(TicketThreads, AnErrorEndsItAndStays) {
  auto running = TicketThreads::start(
      2, 4, [](std::uint64_t ticket, std::size_t) { return ticket == 20 ? Status(failure("no twenty")) : Status(); });
  ASSERT_TRUE(running) << running.error().text();
  EXPECT_TRUE((*running)->wait_for(10));
  for (int i = 0; i < 2; ++i) {
    const auto status = (*running)->wait_for(40);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "no twenty");
  }
}

}  // namespace
}  // namespace feedrate::native
