// Work by numbers on several threads at once. Used by tasks.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

#include "feedrate/base/error.h"

namespace feedrate::native {

// How many are done, of how many; one call at a time.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

// Calls `work` `threads` times, on as many threads (the caller's is one of them); returns when all have returned.
void run_on_threads(int threads, const std::function<void()>& work);

// Each thread has `make_worker` make it something to call with numbers, and takes the next of 0 .. count until none is
// left or one of them failed.
template <class MakeWorker>
Status for_each_number(std::uint64_t count, int threads, MakeWorker&& make_worker, const Progress& progress) {
  std::mutex lock;
  std::uint64_t next = 0;
  std::uint64_t done = 0;
  std::optional<Error> error;
  run_on_threads(threads, [&] {
    auto worker = make_worker();
    std::unique_lock guard(lock);
    while (!error && next < count) {
      const std::uint64_t number = next++;
      guard.unlock();
      Status status = worker(number);
      guard.lock();
      if (status) {
        if (++done; progress) progress(done, count);
      } else if (!error) {
        error = std::move(status).error();
      }
    }
  });
  if (error) return Unexpected(std::move(*error));
  return {};
}

}  // namespace feedrate::native
