// One stage of a pipeline at a time, with as many threads as the pipeline has for it: what each could do if it were
// all there is. Used by app/native beside the pipeline itself, never while that works.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "feedrate/native/media/aligned.h"
#include "feedrate/native/pipeline/desk.h"
#include "feedrate/native/pipeline/samples.h"

namespace feedrate::native {

class StageAlone {
 public:
  // `readers`: threads that only read, 0 where those that decode do it; as the pipeline has.
  [[nodiscard]] static Expected<StageAlone> open(const Definition& definition, int readers);

  // Samples a second over about so many seconds. Every call goes on with other samples and other parts of them.
  Expected<double> read(double seconds);
  Expected<double> decode(double seconds);
  Expected<double> transform(double seconds);
  // Of the last call: how long a sample was on CPUs.
  [[nodiscard]] double cpu_seconds() const { return cpu_seconds_; }

 private:
  StageAlone(const Definition& definition, Samples samples, int readers)
      : definition_(std::make_unique<const Definition>(definition)), samples_(std::move(samples)), readers_(readers) {}

  Status keep_encoded();
  // On `threads` threads, over and over, each with its number and how often it was done; until the time is over.
  Expected<double> rate(int threads, double seconds, const std::function<Status(int thread, std::uint64_t time)>& work);
  [[nodiscard]] std::uint64_t ticket(int thread, std::uint64_t time) const;

  std::unique_ptr<const Definition> definition_;  // desks keep its address
  Samples samples_;
  int readers_;
  double cpu_seconds_ = 0;
  std::uint64_t rounds_ = 0;                        // calls so far: each draws other parts
  std::vector<std::vector<std::uint8_t>> encoded_;  // of the first samples in the pipeline's order
  // Of each thread, kept from call to call: memory that is touched for the first time would cost time that is no
  // stage's.
  std::vector<Desk> desks_;     // for decoding
  std::vector<Desk> prepared_;  // for transforming, several a thread
  std::vector<Aligned<float>> outputs_;
};

}  // namespace feedrate::native
