// Runs blocks on this machine: one agent process at a time. It and all it started die with us.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "feedrate/control/run/runner.h"
#include "feedrate/host/tree.h"

namespace feedrate::control {

class LocalRunner : public Runner {
 public:
  // `program` is the feedrate program, which is also the agent.
  explicit LocalRunner(std::string program) : program_(std::move(program)) {}

  Status submit(const Job& job) override;
  Expected<JobState> poll(const Job& job, double seconds, const OnProgress& on_progress) override;
  void cancel(const Job& job) override;

 private:
  void take_output(const OnProgress& on_progress);

  std::string program_;
  std::optional<host::Tree> agent_;
  std::string partial_;   // of a line
  std::string messages_;  // lines that are not progress
};

}  // namespace feedrate::control
