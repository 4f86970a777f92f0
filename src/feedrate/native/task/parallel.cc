#include "feedrate/native/task/parallel.h"

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
#define FEEDRATE_NOT_INSTRUMENTED __attribute__((no_sanitize("thread")))
#pragma clang attribute push(__attribute__((no_sanitize("thread"))), apply_to = function)
#endif
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#ifdef FEEDRATE_TSAN
#pragma clang attribute pop
#else
#define FEEDRATE_NOT_INSTRUMENTED
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

void run_on_threads(int threads, const std::function<void()>& work) {
  // Without it oneTBB gives no more threads than there are CPUs.
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  char begun = 0;
  char ended = 0;
  hand_over(&begun);
  // oneTBB's threads read what this captures before they take over.
  const auto call = [&](int) FEEDRATE_NOT_INSTRUMENTED {
    take_over(&begun);
    work();
    hand_over(&ended);
  };
  arena.execute([&] { tbb::parallel_for(0, threads, call, tbb::simple_partitioner()); });
  take_over(&ended);
}

}  // namespace feedrate::native
