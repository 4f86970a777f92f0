// Runs blocks on this machine: one agent process at a time, which is kept for the next block where that is of use. It
// and all it started die with us.
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
  LocalRunner(const LocalRunner&) = delete;
  LocalRunner& operator=(const LocalRunner&) = delete;
  ~LocalRunner() override { dismiss(); }

  Status submit(const Job& job) override;
  Expected<JobState> poll(const Job& job, double seconds, const OnProgress& on_progress) override;
  void cancel(const Job& job) override;

 private:
  Status start(const Job& job);
  void take_output(const OnProgress& on_progress);
  // An agent that waits for a block ends, and has a moment for it.
  void dismiss();

  std::string program_;
  std::optional<host::Tree> agent_;
  bool waiting_ = false;  // the agent is, for a block
  bool is_heard_ = true;  // an agent that waited has said something since it was told
  std::string partial_;   // of a line
  std::string messages_;  // lines that are not progress
};

}  // namespace feedrate::control
