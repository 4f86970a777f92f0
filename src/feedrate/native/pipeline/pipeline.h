// The ruler: encoded pictures, arrays or videos -> batches of float32 NCHW (clips: NTCHW), on a fixed number of
// threads, for ever, epoch after epoch. Used by app/native. One thread calls next(). What a batch holds depends on the
// definition alone, never on threads or timing. It sums nothing up: whoever watches it is told when the stages of each
// sample began and ended.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "feedrate/base/error.h"
#include "feedrate/native/pipeline/definition.h"
#include "feedrate/native/pipeline/watch.h"

namespace feedrate::native {

// Valid until the next call of next() or the end of the pipeline.
struct BatchView {
  std::span<const float> values;  // samples x frames (of clips) x channels x height x width
  int samples = 0;
  int height = 0;
  int width = 0;
  std::uint64_t epoch = 0;
  std::uint64_t batch_of_epoch = 0;  // the last items of an epoch that fill no batch are left out

  [[nodiscard]] bool first_of_epoch() const { return batch_of_epoch == 0; }
};

class Pipeline {
 public:
  // Lists the files (and reads them, for Source::kMemory), takes the batch buffers and starts working.
  [[nodiscard]] static Expected<Pipeline> build(const Definition& definition, Watch watch = {});

  Pipeline(Pipeline&&) noexcept;
  Pipeline& operator=(Pipeline&&) noexcept;
  // Waits for the samples being made (one a thread), not for the batches.
  ~Pipeline();

  // Gives the last batch back and waits for the next one. A sample that cannot be read or decoded is an error that
  // names its file, in place of its batch; every later call returns it again.
  [[nodiscard]] Expected<BatchView> next();
  // Waits until no thread has anything to do: all that may be made before next() is called again is made.
  void settle();

  // How long threads had nothing to do, all together, because all that may be made ahead was made: whoever calls next()
  // is slower. That a thread with something to do gets no CPU does not count.
  [[nodiscard]] std::int64_t idle_ns() const;

  // The most batches that can be finished or begun beyond those that next() has returned: nothing more is made until
  // next() is called again.
  [[nodiscard]] int batches_in_flight() const;
  [[nodiscard]] std::uint64_t batches_per_epoch() const;
  [[nodiscard]] std::uint64_t items() const;
  // Threads that only read; 0: who decodes reads.
  [[nodiscard]] int readers() const;

 private:
  class Running;
  explicit Pipeline(std::unique_ptr<Running> running);
  std::unique_ptr<Running> running_;
};

}  // namespace feedrate::native
