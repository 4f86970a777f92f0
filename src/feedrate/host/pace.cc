#include "feedrate/host/pace.h"

#include <array>
#include <atomic>
#include <ctime>

namespace feedrate::host {
namespace {

constexpr std::uint64_t kRounds = 3000;

std::int64_t thread_cpu_ns() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<std::int64_t>(t.tv_sec) * 1'000'000'000 + t.tv_nsec;
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

}  // namespace feedrate::host
