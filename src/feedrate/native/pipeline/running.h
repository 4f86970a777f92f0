// The moving part of a Pipeline: a ring of batch buffers, filled sample by sample by worker threads. Only pipeline.cc
// includes it. The lock guards everything that changes but the pixels: a buffer belongs to the workers until all of its
// samples are made, then to the caller of next() until it asks for another.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "feedrate/native/media/aligned.h"
#include "feedrate/native/pipeline/desk.h"
#include "feedrate/native/pipeline/pipeline.h"
#include "feedrate/native/pipeline/read_ahead.h"
#include "feedrate/native/pipeline/samples.h"
#include "feedrate/native/pipeline/workers.h"

namespace feedrate::native {

class Pipeline::Running {
 public:
  Running(const Definition& definition, Samples samples, int readers, Watch watch);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  Expected<BatchView> next();
  void settle();
  [[nodiscard]] std::int64_t idle_ns();

  [[nodiscard]] int slots() const { return static_cast<int>(slots_.size()); }
  [[nodiscard]] std::uint64_t batches_per_epoch() const { return samples_.size() / batch_; }
  [[nodiscard]] std::uint64_t items() const { return samples_.size(); }
  [[nodiscard]] int readers() const { return readers_; }

 private:
  struct Slot {
    Aligned<float> planes;
    std::uint64_t missing = 0;  // samples not yet made
    // The failed sample that comes first in the batch, so that the same one is reported whatever the threads do.
    std::uint64_t failed_at = 0;
    std::optional<Error> error;
  };

  // Which item a ticket is, in which epoch.
  struct Item {
    std::uint64_t epoch = 0;
    std::uint64_t index = 0;
  };
  [[nodiscard]] Item item_of(std::uint64_t ticket) const;
  void allow_batch();    // under the lock
  void work() noexcept;  // on a worker thread, until no sample is allowed
  Expected<SampleTimes> make(std::uint64_t ticket, Desk& desk, std::span<float> to);
  Status read(std::uint64_t ticket, std::vector<std::uint8_t>& to) const;  // on a thread that only reads

  const Definition definition_;
  const Samples samples_;
  const Watch watch_;
  const int readers_;
  const std::uint64_t batch_;
  const std::size_t sample_size_;

  std::mutex lock_;
  std::condition_variable changed_;  // a batch is whole, or a worker left
  std::vector<Slot> slots_;
  std::vector<Desk> desks_;  // not in use; one a thread
  // Samples are numbered from 0 for ever: a ticket is batch number times batch size plus place in the batch.
  std::uint64_t next_ticket_ = 0;
  std::uint64_t allowed_tickets_ = 0;
  std::uint64_t returned_ = 0;  // batches that next() has returned
  int working_ = 0;             // threads posted to work() that have not left it
  int idle_ = 0;                // threads that left it and were not posted again
  std::int64_t idle_ns_ = 0;    // of all threads together, less the clock's time for each that is idle now
  bool stopping_ = false;
  std::optional<Error> error_;

  std::optional<ReadAhead> read_ahead_;
  Workers workers_;
};

}  // namespace feedrate::native
