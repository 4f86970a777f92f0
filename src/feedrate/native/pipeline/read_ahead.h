// Reads samples before a thread that decodes asks for them, on threads of its own, which mostly wait: so what storage
// takes until it answers costs nothing as long as there are enough of them. Used by Pipeline where reads are slow;
// where they are not, handing bytes from one thread to another would only cost. Bounded: as many samples as it has
// places.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "feedrate/base/error.h"

namespace feedrate::native {

class ReadAhead {
 public:
  // Called by several threads at once, each ticket once.
  using Read = std::function<Status(std::uint64_t ticket, std::vector<std::uint8_t>& to)>;

  // `takers`: threads that may call take() at the same time.
  ReadAhead(Read read, int readers, int takers);
  // Waits for the reads under way.
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  // Tickets below may be read from now on.
  void allow(std::uint64_t tickets);
  // Waits for what was read. Each ticket once, begun in ascending order, and allowed before. `bytes` is exchanged for
  // the buffer that was read into, so that neither is made anew. Gives the share of the places that were full.
  Expected<double> take(std::uint64_t ticket, std::vector<std::uint8_t>& bytes);

 private:
  // Of the tickets that are the same modulo the number of places, one at a time.
  struct Place {
    std::uint64_t next = 0;  // the ticket it is for
    bool is_read = false;
    std::vector<std::uint8_t> bytes;
    Status status;
  };
  void read_on();
  void stop();
  [[nodiscard]] bool can_read() { return next_ < allowed_ && place_of(next_).next == next_; }
  [[nodiscard]] Place& place_of(std::uint64_t ticket) { return places_[ticket % places_.size()]; }

  const Read read_;
  std::mutex lock_;
  std::condition_variable may_read_;
  std::condition_variable was_read_;
  std::vector<Place> places_;
  std::uint64_t next_ = 0;
  std::uint64_t allowed_ = 0;
  std::size_t full_ = 0;  // places that are read and not taken
  bool stopping_ = false;
  std::vector<std::thread> readers_;
};

}  // namespace feedrate::native
