#include "feedrate/app/cli/run_screen.h"

#include "feedrate/app/cli/signals.h"
#include "feedrate/control/plan/predict.h"
#include "feedrate/host/clock.h"
#include "feedrate/host/load.h"
#include "feedrate/host/machine.h"

namespace feedrate::app {
namespace {

// Share of the CPUs that others may keep busy: what the agent calls disturbed is more.
constexpr double kQuiet = 0.1;
constexpr int kWaitForQuiet = 10;  // seconds

}  // namespace

RunScreen::RunScreen(double predicted) : predicted_(predicted), started_(host::monotonic_ns()) {}

control::RunHooks RunScreen::hooks() {
  return {[this](const control::RunEvent& event) { show(event); },
          [this](const std::string& line) { screen_.say(line); }, was_interrupted, [this] { return wait_for_quiet(); }};
}

bool RunScreen::wait_for_quiet() {
  const double allowed = kQuiet * host::this_machine().cpus_effective;
  for (int second = 0; second < kWaitForQuiet && !was_interrupted(); ++second) {
    const auto load = host::load_over(1);
    if (!load || load->busy_cpus <= allowed) return true;
    screen_.show("waiting for other work to end", format("{:.1f} CPUs busy", load->busy_cpus));
  }
  return false;
}

void RunScreen::show(const control::RunEvent& event) {
  const auto& agent = event.agent;
  const std::string block = event.burn_in ? "burn-in" : format("block {}", event.number);
  // A step is a block: a log gets a line for each, not one for every stage of every arm.
  const std::string step = format("{} ({} of {} done)", block, event.blocks_done, event.blocks_total);
  std::string detail = format("{} · {}", agent.subject, agent.stage);
  const auto add = [&](const std::string& part) { detail += " · " + part; };
  if (agent.of > 0 && agent.stage == "slices")
    add(format("{:.1f} of {:g} s", agent.done, agent.of));
  else if (agent.of > 1)
    add(format("{:.0f} of {:.0f} batches", agent.done, agent.of));
  if (agent.rate > 0) add(format("{:.0f} samples/s", agent.rate));
  if (const auto seconds = left(event)) add(control::about(*seconds) + " left");
  screen_.show(step, detail);
}

// By what blocks took so far; before the first is done by the plan's prediction, and where that has passed nobody
// knows.
std::optional<double> RunScreen::left(const control::RunEvent& event) const {
  const double elapsed = static_cast<double>(host::monotonic_ns() - started_) * 1e-9;
  const auto to_do = static_cast<double>(event.blocks_total - event.blocks_done);
  if (event.blocks_run == 0) {
    const double seconds = predicted_ * to_do / static_cast<double>(event.blocks_total) - elapsed;
    return seconds > 0 ? std::optional(seconds) : std::nullopt;
  }
  const double each = elapsed / (static_cast<double>(event.blocks_run) + 0.5);
  return each * (to_do - 0.5);
}

Expected<host::Lock> take_over(control::Store& store) {
  FEEDRATE_TRY(lock, store.lock());
  FEEDRATE_TRY(recovered, store.recover());
  for (const auto& alive : recovered.alive)
    return failure(format("an agent (pid {}) still works in {}; wait for it or end it", alive.pid, alive.work));
  return Expected<host::Lock>(std::move(lock));
}

}  // namespace feedrate::app
