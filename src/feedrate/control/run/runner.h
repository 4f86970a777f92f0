// How a block file reaches an agent. Local, Slurm, ssh and cloud differ only here. Submitting the same block twice must
// be harmless, cancelling is idempotent.
#pragma once

#include <functional>
#include <string>

#include "feedrate/base/error.h"
#include "feedrate/contract/progress/progress.h"

namespace feedrate::control {

// A block that lies ready: `work` holds block.json and out/.
struct Job {
  std::string work;
  bool more = false;  // of its kind may follow, whose subjects a process can go on with
};

enum class JobState { kRunning, kEnded };

class Runner {
 public:
  using OnProgress = std::function<void(const contract::Progress&)>;
  virtual ~Runner() = default;

  virtual Status submit(const Job& job) = 0;
  // Waits at most `seconds` for something to happen. An agent that ended badly is an error that says what it wrote.
  virtual Expected<JobState> poll(const Job& job, double seconds, const OnProgress& on_progress) = 0;
  // Everything the job started is gone when it returns.
  virtual void cancel(const Job& job) = 0;
};

}  // namespace feedrate::control
