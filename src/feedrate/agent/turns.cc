#include "feedrate/agent/turns.h"

#include <algorithm>
#include <cmath>

namespace feedrate::agent {

using contract::marks::Mode;

namespace {

// For the program's own caches.
constexpr std::int64_t kReplaySettle = 2;
// Segments that replay waits, at most, for the loader to fill its queue.
constexpr double kMostFilling = 2;
constexpr std::int64_t kFewest = 4;
// A step of microseconds: more would only fill the marks.
constexpr std::int64_t kMost = 4000;

}  // namespace

Turns::Turns(double segment_seconds, std::int64_t in_flight, double batch_seconds, std::uint64_t seed,
             std::optional<Mode> only)
    : segment_seconds_(segment_seconds), in_flight_(in_flight), random_(seed), only_(only) {
  batch_seconds_.fill(batch_seconds);
}

std::int64_t Turns::length(Mode mode) const {
  const auto batches =
      static_cast<std::int64_t>(std::ceil(segment_seconds_ / batch_seconds_[static_cast<std::size_t>(mode)]));
  // Workers hand out batches in turns of their number: several turns make a rate.
  const std::int64_t fewest = mode == Mode::kReplay ? kFewest : std::max(kFewest, 2 * in_flight_);
  return std::clamp(batches, fewest, std::max(fewest, kMost));
}

std::int64_t Turns::settle(Mode mode) const {
  if (mode != Mode::kReplay) return 2 * in_flight_;  // what was ready
  // Until its queue is full the loader works on, beside a program that shall have the machine to itself.
  const double filling = static_cast<double>(in_flight_) * batch_seconds_[static_cast<std::size_t>(Mode::kLoader)];
  const double each = batch_seconds_[static_cast<std::size_t>(Mode::kReplay)];
  const double batches = std::ceil(std::min(filling, kMostFilling * segment_seconds_) / each);
  return kReplaySettle + static_cast<std::int64_t>(std::min<double>(batches, kMost));
}

Turns::Block Turns::next(std::uint64_t at) {
  if (only_) {
    order_ = {*only_};
  } else if (number_ % 2 == 0) {
    order_ = {Mode::kReal, Mode::kReplay, Mode::kLoader};
    random_.shuffle(order_);
  } else {
    std::reverse(order_.begin(), order_.end());
  }
  Block out;
  for (const auto mode : order_) {
    const std::int64_t passing = settle(mode);
    const std::int64_t batches = passing + 1 + length(mode);
    out.plan.push_back({mode, number_, passing, true, {}});
    // No loader is begun anew in replay.
    if (mode == Mode::kReplay) out.plan.back().settle_epoch = kReplaySettle;
    out.entries.push_back({at, mode, mode == Mode::kLoader ? static_cast<std::uint32_t>(batches) : 0});
    // Drained batches are not the program's.
    if (mode != Mode::kLoader) at += static_cast<std::uint64_t>(batches);
  }
  out.plan.push_back({Mode::kReal, number_, 0, false});
  out.entries.push_back({at, Mode::kReal, 0});
  out.ends_at = at;
  ++number_;
  return out;
}

void Turns::learn(std::span<const contract::Segment> segments) {
  for (const auto& segment : segments) {
    // What an epoch's end left of a segment may be a batch that lay ready: that is no rate.
    if (segment.block != number_ - 1 || segment.batches < kFewest || segment.seconds <= 0) continue;
    batch_seconds_[static_cast<std::size_t>(segment.mode)] = segment.seconds / static_cast<double>(segment.batches);
  }
}

}  // namespace feedrate::agent
