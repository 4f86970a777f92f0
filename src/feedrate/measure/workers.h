// Whether one worker holds the others up: who is ahead, and how long each takes over a sample. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace feedrate::measure {

// Of one worker, since it started.
struct WorkerTurns {
  double samples = 0;
  double ran_seconds = 0;
  double waited_seconds = 0;  // for a CPU
};

class Workers {
 public:
  // `now`: every living worker by its pid; one look at so much running time. Workers of a new epoch begin at nothing:
  // what was seen of the old ones says nothing about them.
  void look(const std::map<int, WorkerTurns>& now, double running_seconds);

  // Samples by which the foremost leads the last, mean over looks.
  [[nodiscard]] std::optional<double> lead() const;
  // Time the last takes over a sample, in CPU time the foremost takes over one. The foremost also waits for the last,
  // so only its CPU time counts; the last never does, but it may wait for a CPU, and that is no fault of its own.
  [[nodiscard]] std::optional<double> slowness() const;

 private:
  struct Seen {
    WorkerTurns first;
    WorkerTurns last;
    double samples_sum = 0;
  };
  struct Ends {
    const Seen& foremost;
    const Seen& last;
  };
  [[nodiscard]] std::optional<Ends> ends() const;

  std::map<int, Seen> seen_;
  std::int64_t looks_ = 0;
  double first_at_ = 0;
  double last_at_ = 0;
};

}  // namespace feedrate::measure
