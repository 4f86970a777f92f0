// Records of made-up programs for tests: 8 samples a batch, every segment exactly as the numbers say.
#pragma once

#include <algorithm>

#include "feedrate/contract/record/record.h"

namespace feedrate::control::example {

// A worker takes `load_ms` a batch, `cpu_share` of it on a CPU; a step takes `step_ms`.
inline contract::Record program(int workers, double load_ms, double cpu_share, double step_ms) {
  using contract::marks::Mode;
  contract::Record out;
  contract::ProgramEvidence program;
  program.loader = "train.py:1";
  program.workers = workers;
  program.prefetch = 2;
  const double loader_ms = workers == 0 ? load_ms : load_ms / workers;
  const double real_ms = workers == 0 ? load_ms + step_ms : std::max(loader_ms, step_ms);
  for (int block = 1; block <= 6; ++block) {
    program.segments.push_back({block, Mode::kReal, 100, 800, 0.1 * real_ms, 0.1 * (real_ms - step_ms)});
    program.segments.push_back({block, Mode::kReplay, 100, 800, 0.1 * step_ms, 0});
    program.segments.push_back({block, Mode::kLoader, 100, 800, 0.1 * loader_ms, 0.1 * loader_ms});
  }
  program.stages.push_back({"dataset", workers > 0, 600, 0.6 * load_ms, 0.6 * load_ms * cpu_share, 0});
  out.evidence.program = program;
  contract::WindowEvidence window;
  window.batches = 600;
  window.samples = 4800;
  window.seconds = 0.6 * real_ms;
  window.rate = 8 / real_ms * 1e3;
  out.evidence.window = window;
  return out;
}

// So many of them in step, on CPUs of their own.
inline contract::Record in_ranks(contract::Record record, int ranks) {
  auto& program = *record.evidence.program;
  program.ranks = ranks;
  for (auto& segment : program.segments) segment.samples *= ranks;
  for (auto& stage : program.stages) {
    stage.batches *= ranks;
    stage.busy_seconds *= ranks;
    stage.cpu_seconds *= ranks;
  }
  record.evidence.window->samples *= ranks;
  record.evidence.window->rate *= ranks;
  return record;
}

}  // namespace feedrate::control::example
