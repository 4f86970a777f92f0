#include "feedrate/agent/vitals.h"

#include <algorithm>

#include "feedrate/host/clock.h"
#include "feedrate/host/machine.h"

namespace feedrate::agent {
namespace {

constexpr std::int64_t kLookEvery = 200'000'000;
// Reading PSS takes milliseconds a process, in which it may not change its memory.
constexpr double kMemoryEvery = 2;

}  // namespace

bool Vitals::look(const host::Tree& tree) {
  const std::int64_t now = host::monotonic_ns();
  if (now - looked_ < kLookEvery) return false;
  looked_ = now;
  const auto pids = tree.members();
  seen_.insert(pids.begin(), pids.end());
  processes_ = std::max(processes_, static_cast<std::int64_t>(pids.size()));
  if (!opened_ || tree.frozen()) return true;
  const auto found = host::look_at_threads(pids);
  threads_ = std::max(threads_, found.threads);
  runnable_sum_ += static_cast<double>(found.runnable);
  ++looks_;
  return true;
}

void Vitals::note_counters(const MarksFolder& marks, const std::vector<int>& alive, double running_seconds) {
  if (!opened_ || marks.samples_done() == 0) return;
  queued_sum_ +=
      std::max(0.0, static_cast<double>(marks.samples_done()) - static_cast<double>(marks.samples_delivered()));
  ++queue_looks_;
  std::map<int, measure::WorkerTurns> now;
  for (const auto& [pid, samples] : marks.samples_by_worker()) {
    if (std::find(alive.begin(), alive.end(), pid) == alive.end()) continue;
    const auto turns = host::cpu_turns({pid});
    now[pid] = {static_cast<double>(samples), turns.ran_seconds, turns.waited_seconds};
  }
  workers_.look(now, running_seconds);
}

bool Vitals::wants_memory(double running_seconds) const {
  return opened_ && (memory_.empty() || running_seconds - memory_.back().seconds >= kMemoryEvery);
}

void Vitals::look_at_memory(const std::vector<int>& pids, double running_seconds) {
  const auto use = host::memory_use(pids);
  if (!use) return;
  peak_pss_ = std::max(peak_pss_, use->pss);
  memory_.push_back({running_seconds, use->pss, use->uss});
}

void Vitals::window_opened(const host::Tree& tree, std::int64_t delivered, bool late) {
  const auto pids = tree.members();
  if (late)
    opened_ = Opening{host::IoBytes{}, {}, 0};
  else
    opened_ = Opening{host::io_bytes(tree.members_and_heir()), host::cpu_turns(pids), delivered};
  allowed_cpus_ = host::allowed_cpus(pids);
}

void Vitals::count_turns(const host::Tree& tree, double running_seconds) {
  counted_ = Counted{host::cpu_turns(tree.members()), running_seconds};
}

void Vitals::ending(const host::Tree& tree, std::int64_t delivered, double running_seconds) {
  const auto pids = tree.members();
  seen_.insert(pids.begin(), pids.end());
  if (!opened_) return;
  if (const auto io = host::io_bytes(tree.members_and_heir()); io && opened_->io)
    read_ = ReadWhileMeasured{{std::max<std::int64_t>(0, io->read - opened_->io->read),
                               std::max<std::int64_t>(0, io->from_device - opened_->io->from_device)},
                              delivered - opened_->delivered};
  // Threads that ended meanwhile took their turns with them.
  const auto turns = host::cpu_turns(pids);
  const double ran = turns.ran_seconds - opened_->turns.ran_seconds;
  const double waited = turns.waited_seconds - opened_->turns.waited_seconds;
  if (ran > 0 && waited >= 0) waited_share_ = waited / (ran + waited);
  if (!counted_ || running_seconds <= counted_->running_seconds) return;
  const double wanted =
      turns.ran_seconds + turns.waited_seconds - counted_->turns.ran_seconds - counted_->turns.waited_seconds;
  if (wanted > 0) wanting_ = wanted / (running_seconds - counted_->running_seconds);
}

std::optional<double> Vitals::queued() const {
  if (queue_looks_ == 0) return {};
  return queued_sum_ / static_cast<double>(queue_looks_);
}

std::optional<contract::CpuEvidence> Vitals::cpu() const {
  if (!opened_) return {};
  contract::CpuEvidence out{threads_, allowed_cpus_, host::this_machine().cpus_effective, {}, waited_share_};
  if (looks_ > 0) out.runnable = runnable_sum_ / static_cast<double>(looks_);
  if (wanting_) out.runnable = wanting_;
  return out;
}

std::optional<contract::MemoryEvidence> Vitals::memory() const { return measure::measure_growth(memory_); }

}  // namespace feedrate::agent
