#include "feedrate/app/native/stage_clock.h"

#include <functional>

namespace feedrate::app {
namespace {

constexpr double kMillionths = 1e6;

void more(std::atomic<std::int64_t>& sum, std::int64_t by) { sum.fetch_add(by, std::memory_order_relaxed); }

std::int64_t of(const std::atomic<std::int64_t>& sum) { return sum.load(std::memory_order_relaxed); }

template <class Combine>
StageTimes combined(const StageTimes& a, const StageTimes& b, Combine combine) {
  StageTimes out;
  for (std::size_t i = 0; i < out.busy_ns.size(); ++i) out.busy_ns[i] = combine(a.busy_ns[i], b.busy_ns[i]);
  out.wait_in_ns = combine(a.wait_in_ns, b.wait_in_ns);
  out.samples = combine(a.samples, b.samples);
  out.bytes = combine(a.bytes, b.bytes);
  out.read_ahead = combine(a.read_ahead, b.read_ahead);
  return out;
}

constexpr auto index(Stage stage) { return static_cast<std::size_t>(stage); }

}  // namespace

StageTimes operator+(const StageTimes& a, const StageTimes& b) { return combined(a, b, std::plus()); }
StageTimes operator-(const StageTimes& a, const StageTimes& b) { return combined(a, b, std::minus()); }

void StageClock::add(const native::SampleTimes& times) {
  more(times.waited ? wait_in_ns_ : busy_ns_[index(Stage::kRead)], times.had_bytes - times.began);
  more(busy_ns_[index(Stage::kDecode)], times.decoded - times.had_bytes);
  more(busy_ns_[index(Stage::kTransform)], times.made - times.decoded);
  more(samples_, 1);
  more(bytes_, static_cast<std::int64_t>(times.bytes));
  if (times.waited) more(read_ahead_, static_cast<std::int64_t>(times.read_ahead * kMillionths));
}

void StageClock::add(const native::ReadTimes& times) { more(busy_ns_[index(Stage::kRead)], times.ended - times.began); }

StageTimes StageClock::now() const {
  StageTimes out;
  for (std::size_t i = 0; i < out.busy_ns.size(); ++i) out.busy_ns[i] = of(busy_ns_[i]);
  out.wait_in_ns = of(wait_in_ns_);
  out.samples = static_cast<std::uint64_t>(of(samples_));
  out.bytes = static_cast<std::uint64_t>(of(bytes_));
  out.read_ahead = static_cast<std::uint64_t>(of(read_ahead_));
  return out;
}

}  // namespace feedrate::app
