#include "feedrate/native/pipeline/workers.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

// oneTBB's library is not built for ThreadSanitizer, so its hand-over of a task from one thread to another looks like a
// race. Its headers are left out of the instrumentation, and the two functions below say where it hands over; our own
// code and the standard library stay in, which is why the headers that oneTBB needs of it come first.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FEEDRATE_TSAN 1
#endif
#endif
#ifdef FEEDRATE_TSAN
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#pragma clang attribute push(__attribute__((no_sanitize("thread"))), apply_to = function)
#endif
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#ifdef FEEDRATE_TSAN
#pragma clang attribute pop
#endif

namespace feedrate::native {
namespace {

#ifdef FEEDRATE_TSAN
void hand_over(void* what) { __tsan_release(what); }
void take_over(void* what) { __tsan_acquire(what); }
#else
void hand_over(void*) {}
void take_over(void*) {}
#endif

}  // namespace

struct Workers::Arena {
  // oneTBB counts the thread that waits as one of the allowed, and gives no more workers than CPUs unless told.
  tbb::global_control allowed;
  tbb::task_arena arena;

  explicit Arena(int threads)
      : allowed(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads) + 1),
        arena(threads, /*reserved_for_masters=*/0) {}
};

Workers::Workers(int threads) : arena_(std::make_unique<Arena>(threads)) {}

Workers::~Workers() = default;

void Workers::post(void (*run)(void*) noexcept, void* what) {
  hand_over(what);
  arena_->arena.enqueue([run, what] {
    take_over(what);
    run(what);
  });
}

}  // namespace feedrate::native
