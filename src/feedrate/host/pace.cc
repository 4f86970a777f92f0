#include "feedrate/host/pace.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "feedrate/host/clock.h"

namespace feedrate::host {
namespace {

constexpr std::uint64_t kRounds = 3000;

double middle_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Pieces of work a second that so many threads finish, each of them.
double pieces_a_second(int threads) {
  constexpr std::int64_t kTurnNs = 50'000'000;
  std::atomic<std::uint64_t> pieces = 0;
  std::atomic<bool> done = false;
  const auto work = [&] {
    for (; !done; ++pieces) fixed_work_ns();
  };
  const std::int64_t start = monotonic_ns();
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(work);
  while (monotonic_ns() - start < kTurnNs) {
    fixed_work_ns();
    ++pieces;
  }
  done = true;
  for (auto& other : others) other.join();
  return static_cast<double>(pieces) / threads / (static_cast<double>(monotonic_ns() - start) * 1e-9);
}

}  // namespace

std::int64_t fixed_work_ns() {
  static std::atomic<std::uint64_t> result;  // somebody could look at it, so that it must be made
  const std::int64_t start = thread_cpu_ns();
  // Chains that do not wait for each other: a single one would leave the core half empty, and not feel a neighbour.
  std::array<std::uint64_t, 8> chains = {1, 2, 3, 4, 5, 6, 7, 8};
  for (std::uint64_t round = 0; round < kRounds; ++round)
    for (auto& chain : chains) chain = (chain ^ (chain >> 7U)) * 3 + round;
  std::uint64_t sum = 0;
  for (const auto chain : chains) sum += chain;
  result.store(sum, std::memory_order_relaxed);
  return thread_cpu_ns() - start;
}

Pace::Pace() {
  if (sched_getaffinity(0, sizeof all_, &all_) != 0) return;  // more CPUs than the set holds: wherever it runs
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &all_)) cpus_.push_back(cpu);
}

std::int64_t Pace::next_ns() {
  if (cpus_.empty()) return fixed_work_ns();
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cpus_[turn_++ % cpus_.size()], &one);
  // Where it was taken away meanwhile, the piece is done wherever the thread is.
  static_cast<void>(sched_setaffinity(0, sizeof one, &one));
  const std::int64_t took = fixed_work_ns();
  static_cast<void>(sched_setaffinity(0, sizeof all_, &all_));
  return took;
}

double speed_together(int threads) {
  if (threads < 2) return 1;
  constexpr int kTurns = 5;
  std::vector<double> ratios;
  for (int turn = 0; turn < kTurns; ++turn) {
    const double alone = pieces_a_second(1);
    ratios.push_back(pieces_a_second(threads) / alone);
  }
  return std::clamp(middle_of(ratios), 0.1, 1.0);
}

}  // namespace feedrate::host
