// The one table of defaults: what an experiment means when it does not say. Nothing else in the program patches a
// default of its own.
#pragma once

#include <cstdint>

#include "feedrate/base/units.h"
#include "feedrate/contract/work/window.h"

namespace feedrate::control {

struct Policy {
  int workers = 2;
  int batch = 64;
  int prefetch = 2;
  bool pin_memory = false;
  bool persistent_workers = false;

  int blocks = 5;  // fewer give no interval worth printing
  bool grow = false;
  contract::Window window = {200, contract::Window::Unit::kBatches};
  Duration slice = {0.06};
  Duration running = {6};
  Duration cell = {120};
  std::uint32_t seed = 1;

  // Time of a sample from which an operation is slow, and not measured.
  Duration slow_picture = {0.05};
  Duration slow_clip = {2};

  // Changes that fail or warn at the gate.
  Share throughput = {0.05};
  Share step_time = {0.05};
  Share memory = {0.10};
  Share perplexity = {0.015};
  double probe_points = 2;
  double loss_slope = 0.001;
};

inline constexpr Policy kPolicy{};

}  // namespace feedrate::control
