#include "feedrate/control/campaign/run_block.h"

namespace feedrate::control {
namespace {

constexpr double kPollSeconds = 0.25;

}  // namespace

Status run_block(const contract::BlockSpec& block, Store& store, Runner& runner, const Runner::OnProgress& on_progress,
                 const std::function<bool()>& interrupted) {
  FEEDRATE_TRY(work, store.begin_block(block));
  const Job job{work, std::holds_alternative<contract::TransformWork>(block.order.front().cells.front().what.work)};
  FEEDRATE_TRY_STATUS(runner.submit(job));
  for (;;) {
    if (interrupted()) {
      runner.cancel(job);
      FEEDRATE_TRY_STATUS(store.absorb(work).map([](const auto&) {}));
      return Unexpected(
          Error{Fault::kInterrupted, "interrupted; finished cells are kept, the same command continues", {}});
    }
    auto state = runner.poll(job, kPollSeconds, on_progress);
    if (!state) {
      // What the agent finished before it failed stays visible, where that can still be written.
      const auto kept = store.absorb(work);
      static_cast<void>(kept);
      return Unexpected(state.error());
    }
    if (*state == JobState::kEnded) break;
  }
  return store.absorb(work).map([](const auto&) {});
}

}  // namespace feedrate::control
