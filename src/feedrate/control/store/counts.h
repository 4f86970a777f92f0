// How far a plan is, in cells. Plain numbers, made by the store for `status`, `run` and the report.
#pragma once

#include <cstdint>

namespace feedrate::control {

struct Counts {
  // Cells of finished blocks, by outcome; of a block that finished twice, those of its last attempt. Burn-ins are not
  // counted: they are no cells of the plan.
  std::int64_t measured = 0;
  std::int64_t slow = 0;
  std::int64_t unsupported = 0;
  std::int64_t failed = 0;
  std::int64_t hung = 0;

  std::int64_t finished_blocks = 0;
  std::int64_t superseded = 0;  // cells of a finished attempt with a later finished one
  std::int64_t orphans = 0;     // cells that no receipt names

  [[nodiscard]] std::int64_t done() const { return measured + slow + unsupported; }
  [[nodiscard]] std::int64_t broken() const { return failed + hung; }
  bool operator==(const Counts&) const = default;
};

// total = done + running + queued + failed.
struct Progress {
  std::int64_t total = 0;
  std::int64_t done = 0;
  std::int64_t running = 0;  // cells of blocks whose agent is alive
  std::int64_t queued = 0;
  std::int64_t failed = 0;  // failed or hung
  bool operator==(const Progress&) const = default;
};

}  // namespace feedrate::control
