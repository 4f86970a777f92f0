// Batch marks -> the solo window's figures. Pure; knows nothing of images or processes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "feedrate/contract/marks/format.h"
#include "feedrate/contract/record/evidence.h"
#include "feedrate/contract/work/window.h"
#include "feedrate/measure/gaps.h"

namespace feedrate::measure {

// When the window opens and how long it is, in batches.
struct WindowPlan {
  std::int64_t drain = 0;     // batches that pass before its first mark
  std::int64_t batches = 0;   // gaps in it
  bool whole_epochs = false;  // the ends of epochs belong to it
  int workers = 0;            // that hand out batches in turn
};

// At least drain * in_flight batches are drained and the window is at least as long; `epoch_batches` is needed where
// the window is counted in epochs.
WindowPlan plan_window(const contract::Window& window, int drain, int in_flight, std::int64_t epoch_batches);

// From its first mark to its last, on the monotonic clock; absent where the marks do not reach its end.
std::optional<std::pair<std::int64_t, std::int64_t>> window_span(std::span<const contract::marks::Mark> marks,
                                                                 const WindowPlan& plan);

// The window, when the marks reach its end, its time without the ends of epochs; `marks` are one process's in order,
// other kinds are passed over. `machine`: a fixed piece of work, timed now and then; where the
// window is steady against that, the machine is why it is not by the clock.
std::optional<contract::WindowEvidence> measure_window(std::span<const contract::marks::Mark> marks,
                                                       const WindowPlan& plan, std::span<const Gap> machine = {});

}  // namespace feedrate::measure
