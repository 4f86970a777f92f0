#include "feedrate/native/pipeline/read_ahead.h"

#include <utility>

namespace feedrate::native {

ReadAhead::ReadAhead(Read read, int readers, int takers)
    : read_(std::move(read)), places_(static_cast<std::size_t>(readers + 2 * takers)) {
  for (std::size_t i = 0; i < places_.size(); ++i) places_[i].next = i;
  try {
    for (int i = 0; i < readers; ++i) readers_.emplace_back([this] { read_on(); });
  } catch (...) {
    stop();
    throw;
  }
}

ReadAhead::~ReadAhead() { stop(); }

void ReadAhead::stop() {
  {
    const std::lock_guard guard(lock_);
    stopping_ = true;
  }
  may_read_.notify_all();
  for (auto& reader : readers_) reader.join();
}

void ReadAhead::allow(std::uint64_t tickets) {
  {
    const std::lock_guard guard(lock_);
    allowed_ = tickets;
  }
  may_read_.notify_one();
}

void ReadAhead::read_on() {
  std::unique_lock guard(lock_);
  for (;;) {
    may_read_.wait(guard, [&] { return stopping_ || can_read(); });
    if (stopping_) return;
    Place& place = place_of(next_);
    const std::uint64_t ticket = next_++;
    if (can_read()) may_read_.notify_one();  // one wakes the next: all at once for every place would cost more
    guard.unlock();
    // Nobody else touches the place until it is read.
    Status status = read_(ticket, place.bytes);
    guard.lock();
    place.status = std::move(status);
    place.is_read = true;
    ++full_;
    was_read_.notify_all();
  }
}

Expected<double> ReadAhead::take(std::uint64_t ticket, std::vector<std::uint8_t>& bytes) {
  std::unique_lock guard(lock_);
  const double full = static_cast<double>(full_) / static_cast<double>(places_.size());
  Place& place = place_of(ticket);
  was_read_.wait(guard, [&] { return place.next == ticket && place.is_read; });
  std::swap(place.bytes, bytes);
  Status status = std::exchange(place.status, Status());
  place.is_read = false;
  --full_;
  place.next += places_.size();
  guard.unlock();
  may_read_.notify_one();
  FEEDRATE_TRY_STATUS(status);
  return full;
}

}  // namespace feedrate::native
