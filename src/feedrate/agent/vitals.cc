#include "feedrate/agent/vitals.h"

#include <algorithm>

#include "feedrate/host/clock.h"
#include "feedrate/host/machine.h"

namespace feedrate::agent {
namespace {

constexpr std::int64_t kLookEvery = 200'000'000;
// Reading PSS takes milliseconds a process, in which it may not change its memory.
constexpr double kMemoryEvery = 2;
// Workers of equal speed are ahead of each other in turn; a few looks would not average that out.
constexpr std::int64_t kFewestLooks = 10;

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

void Vitals::note_counters(const MarksFolder& marks, const std::vector<int>& alive) {
  if (!opened_ || marks.samples_done() == 0) return;
  queued_sum_ +=
      std::max(0.0, static_cast<double>(marks.samples_done()) - static_cast<double>(marks.samples_delivered()));
  ++queue_looks_;
  // Workers of a new epoch begin at nothing: what was seen of the old ones says nothing about them.
  auto now = marks.samples_by_worker();
  std::erase_if(now,
                [&](const auto& each) { return std::find(alive.begin(), alive.end(), each.first) == alive.end(); });
  const bool same =
      by_worker_.size() == now.size() && std::equal(now.begin(), now.end(), by_worker_.begin(),
                                                    [](const auto& x, const auto& y) { return x.first == y.first; });
  if (!same) {
    by_worker_.clear();
    worker_looks_ = 0;
  }
  for (const auto& [name, samples] : now) by_worker_[name] += static_cast<double>(samples);
  ++worker_looks_;
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

void Vitals::ending(const host::Tree& tree, std::int64_t delivered) {
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
}

std::optional<double> Vitals::queued() const {
  if (queue_looks_ == 0) return {};
  return queued_sum_ / static_cast<double>(queue_looks_);
}

std::optional<double> Vitals::worker_lead() const {
  if (by_worker_.size() < 2 || worker_looks_ < kFewestLooks) return {};
  const auto [last, first] = std::minmax_element(by_worker_.begin(), by_worker_.end(),
                                                 [](const auto& x, const auto& y) { return x.second < y.second; });
  return (first->second - last->second) / static_cast<double>(worker_looks_);
}

std::optional<contract::CpuEvidence> Vitals::cpu() const {
  if (!opened_) return {};
  contract::CpuEvidence out{threads_, allowed_cpus_, host::this_machine().cpus_effective, {}, waited_share_};
  if (looks_ > 0) out.runnable = runnable_sum_ / static_cast<double>(looks_);
  return out;
}

std::optional<contract::MemoryEvidence> Vitals::memory() const { return measure::measure_growth(memory_); }

}  // namespace feedrate::agent
