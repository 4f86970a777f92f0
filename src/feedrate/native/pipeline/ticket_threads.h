// Threads that work on numbers, 0, 1, 2 ..., each taken once, a bounded number ahead of whoever waits for them. What is
// made of a number is the work's own business. One thread waits.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "feedrate/base/error.h"

namespace feedrate::native {

class TicketThreads {
 public:
  // `thread`: 0 .. threads - 1. The first error ends everything.
  using Work = std::function<Status(std::uint64_t ticket, std::size_t thread)>;
  [[nodiscard]] static Expected<std::unique_ptr<TicketThreads>> start(int threads, std::uint64_t ahead, Work work);
  ~TicketThreads();
  TicketThreads(const TicketThreads&) = delete;
  TicketThreads& operator=(const TicketThreads&) = delete;

  // Until all numbers below `count` are worked on; allows as many more as may be ahead.
  Status wait_for(std::uint64_t count);

 private:
  TicketThreads(std::uint64_t ahead, Work work) : ahead_(ahead), work_(std::move(work)) {}
  void run(std::size_t thread);
  [[nodiscard]] bool is_done(std::uint64_t count) const;  // under the lock

  const std::uint64_t ahead_;
  const Work work_;
  std::mutex lock_;                  // of everything below but the threads
  std::condition_variable allowed_;  // more may be taken, or nothing any more
  std::condition_variable done_;
  std::uint64_t next_ = 0;
  std::uint64_t most_ = 0;            // what may be taken is below this
  std::vector<std::uint64_t> doing_;  // a thread each
  bool stopping_ = false;
  std::optional<Error> error_;
  std::vector<std::thread> threads_;
};

}  // namespace feedrate::native
