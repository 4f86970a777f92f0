// The ruler: encoded pictures -> batches of float32 NCHW, on a fixed number of threads, for ever, epoch after epoch.
// Used by app/native. One thread calls next(). What a batch holds depends on the definition alone, never on threads or
// timing. It counts nothing and keeps no time: whoever measures it does so from outside.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "feedrate/base/error.h"
#include "feedrate/native/pipeline/definition.h"

namespace feedrate::native {

// Valid until the next call of next() or the end of the pipeline.
struct BatchView {
  std::span<const float> values;  // samples x kChannels x height x width
  int samples = 0;
  int height = 0;
  int width = 0;
  std::uint64_t epoch = 0;
  std::uint64_t batch_of_epoch = 0;  // the last items of an epoch that fill no batch are left out

  [[nodiscard]] bool first_of_epoch() const { return batch_of_epoch == 0; }
};

class Pipeline {
 public:
  // Called after each finished sample, from the worker threads, several at a time; must be quick and throw nothing.
  using SampleDone = std::function<void()>;

  // Lists the files (and reads them, for Source::kMemory), takes the batch buffers and starts working.
  [[nodiscard]] static Expected<Pipeline> build(const Definition& definition, SampleDone sample_done = {});

  Pipeline(Pipeline&&) noexcept;
  Pipeline& operator=(Pipeline&&) noexcept;
  // Waits for the samples being made (one a thread), not for the batches.
  ~Pipeline();

  // Gives the last batch back and waits for the next one. A sample that cannot be read or decoded is an error that
  // names its file, in place of its batch; every later call returns it again.
  [[nodiscard]] Expected<BatchView> next();

  // The most batches that can be finished or begun beyond those that next() has returned: nothing more is made until
  // next() is called again.
  [[nodiscard]] int batches_in_flight() const;
  [[nodiscard]] std::uint64_t batches_per_epoch() const;
  [[nodiscard]] std::uint64_t items() const;

 private:
  class Running;
  explicit Pipeline(std::unique_ptr<Running> running);
  std::unique_ptr<Running> running_;
};

}  // namespace feedrate::native
