#include "feedrate/control/judge/findings.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "feedrate/base/format.h"
#include "feedrate/measure/slices.h"

namespace feedrate::control {
namespace {

using contract::Record;
using Sentence = std::optional<std::string>;

constexpr double kFullQueue = 0.8;  // of what may be in flight
// The foremost worker has made nearly all it may; workers in step are up to a batch apart by their turns alone.
constexpr double kShareAhead = 0.65;  // of prefetch
// On a machine with other guests two CPUs may differ by a third for a while; a worker with that much more work is not
// worth a sentence either.
constexpr double kTimesSlower = 1.4;
constexpr double kMiB = 1048576.0;
constexpr double kGrownMiB = 32;       // and
constexpr double kGrownShare = 0.1;    // of its memory: what caches and lazy imports take is less
constexpr double kThreadsACpu = 2;     // that want to run
constexpr double kFasterEarly = 1.5;   // than in the window
constexpr double kReadShare = 0.5;     // of the bytes of the samples delivered
constexpr std::int64_t kHiccups = 3;   // and
constexpr double kHiccupShare = 0.05;  // of the time
constexpr std::size_t kFewestStarts = 4;
constexpr double kStartUpGrowth = 1.5;  // from the first block to the last

Sentence disturbed(const Record& cell) {
  if (!contract::was_disturbed(cell.outcome)) return {};
  if (const auto& window = cell.evidence.window; window && window->machine_change)
    return format("the machine itself changed its speed meanwhile (by a fixed piece of work: {})",
                  *window->machine_change);
  return format("other work kept {:.1f} CPUs busy meanwhile", cell.evidence.process.foreign_cpus.value_or(0));
}

Sentence consumer(const Record& cell) {
  const auto& window = cell.evidence.window;
  if (!window || window->queue_fill.value_or(0) < kFullQueue) return {};
  return format(
      "the loader waits for whoever takes its batches: {:.0f} % of what may be in flight was ready on average",
      100 * std::min(1.0, *window->queue_fill));
}

Sentence slow_worker(const Record& cell) {
  const auto& window = cell.evidence.window;
  if (!window || window->worker_lead.value_or(0) < kShareAhead * cell.what.settings.prefetch) return {};
  // Also a worker whose CPU is taken by others is left behind.
  if (window->worker_slowness.value_or(0) < kTimesSlower) return {};
  return format(
      "one worker holds the others up: it takes {:.1f} times as long over a sample as the foremost, which is {:.1f} "
      "batches ahead and waits",
      *window->worker_slowness, *window->worker_lead);
}

Sentence leak(const Record& cell) {
  const auto& memory = cell.evidence.memory;
  if (!memory || memory->bytes_a_second.value_or(0) <= 0) return {};
  const double grown = static_cast<double>(memory->grown_bytes) / kMiB;
  if (grown < kGrownMiB || grown * kMiB < kGrownShare * static_cast<double>(memory->pss_bytes)) return {};
  return format("its memory grows by {:.1f} MiB/s: {:.0f} MiB over {} looks, to {:.0f} MiB (PSS)",
                *memory->bytes_a_second / kMiB, grown, memory->looks, static_cast<double>(memory->pss_bytes) / kMiB);
}

Sentence thread_storm(const Record& cell) {
  const auto& cpu = cell.evidence.cpu;
  if (!cpu || !cpu->runnable || cpu->machine_cpus <= 0 || *cpu->runnable <= kThreadsACpu * cpu->machine_cpus) return {};
  std::string waited;
  if (cpu->waited_share)
    waited = format("; they waited {:.0f} % of the time they could have run", 100 * *cpu->waited_share);
  return format("{:.0f} of its {} threads want to run at once on {:g} CPUs{}", *cpu->runnable, cpu->threads,
                cpu->machine_cpus, waited);
}

Sentence shared_memory(const Record& cell) {
  const auto* failed = std::get_if<contract::Failed>(&cell.outcome);
  if (failed == nullptr) return {};
  std::string lower = failed->reason;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto says = [&](const char* words) { return lower.find(words) != std::string::npos; };
  if (!says("shared memory") && !says("/dev/shm") && !says("sigbus") && !says("bus error")) return {};
  return format("it ran out of shared memory: fewer workers, a smaller prefetch or batch, or a larger /dev/shm ({})",
                failed->reason);
}

Sentence prefilled(const Record& cell) {
  const auto& window = cell.evidence.window;
  if (!window || window->rate <= 0 || window->early_rate.value_or(0) < kFasterEarly * window->rate) return {};
  return format(
      "its first batches came {:.1f} times as fast as later ones: they had been made before; {} were drained before "
      "the clock ran",
      *window->early_rate / window->rate, window->drained);
}

Sentence not_read(const Record& cell) {
  const auto& cache = cell.evidence.cache;
  if (!cache || cache->state == contract::CacheState::kMemory || cache->touched_bytes <= 0) return {};
  const auto read = static_cast<double>(std::max(cache->read_bytes, cache->device_bytes));
  const double share = read / static_cast<double>(cache->touched_bytes);
  if (share >= kReadShare) return {};
  return format(
      "it read {:.0f} % of the bytes of the samples it delivered: the rest came from its own memory or from mapped "
      "files, not from storage",
      100 * share);
}

Sentence miscounts(const Record& cell) {
  const auto& samples = cell.evidence.marks.samples;
  if (!samples || measure::is_trusted(*samples)) return {};
  if (samples->counted < samples->handed_out)
    return format("it handed out {} samples and counted {}: its counter was not used", samples->handed_out,
                  samples->counted);
  return format(
      "it counted {:.2f} samples for each that it handed out: made and dropped, or counted twice; its counter "
      "was not used",
      static_cast<double>(samples->counted) / static_cast<double>(std::max<std::int64_t>(samples->handed_out, 1)));
}

Sentence pinned(const Record& cell) {
  const auto& cpu = cell.evidence.cpu;
  if (!cpu || cpu->allowed_cpus == 0 || static_cast<double>(cpu->allowed_cpus) >= std::floor(cpu->machine_cpus))
    return {};
  return format("its threads may run on {} of {:g} CPUs: something in it sets an affinity", cpu->allowed_cpus,
                cpu->machine_cpus);
}

Sentence hiccups(const Record& cell) {
  const auto& window = cell.evidence.window;
  if (!window || window->hiccups.value_or(0) < kHiccups || window->hiccup_share.value_or(0) < kHiccupShare) return {};
  return format("{} of {} batches were late by far, {:.0f} % of the time: one every {:.1f} s", *window->hiccups,
                window->batches, 100 * *window->hiccup_share, window->seconds / static_cast<double>(*window->hiccups));
}

Sentence tear_down(const Record& cell) {
  if (std::find(cell.labels.begin(), cell.labels.end(), "hung-at-exit") == cell.labels.end()) return {};
  return "it did not end when it was told to, and was killed";
}

Sentence not_steady(const Record& cell) {
  const auto& window = cell.evidence.window;
  if (!window || window->steady.value_or(true)) return {};
  return "it was not steady: " + window->change.value_or("no reason given");
}

struct Row {
  Detector detector;
  Sentence (*look)(const Record&);
  bool others_could = false;  // have made it: a cell that others disturbed shows nothing, neither way
};
bool can_tell(const Row& row, const Record& cell) {
  return !row.others_could || !contract::was_disturbed(cell.outcome);
}
constexpr Row kRows[] = {
    {Detector::kConsumer, consumer},
    {Detector::kSlowWorker, slow_worker, true},
    {Detector::kLeak, leak},
    {Detector::kThreadStorm, thread_storm},
    {Detector::kSharedMemory, shared_memory},
    {Detector::kPrefilled, prefilled},
    {Detector::kNotRead, not_read},
    {Detector::kMiscounts, miscounts},
    {Detector::kPinned, pinned},
    {Detector::kHiccups, hiccups, true},
    {Detector::kTearDown, tear_down},
    {Detector::kDisturbed, disturbed},
    {Detector::kNotSteady, not_steady, true},
};

// The one thing that a single cell cannot show: every start takes longer than the one before, by and large.
Sentence start_up(const Arm& arm) {
  // By time: a block that was repeated ran after those that follow it.
  auto cells = arm.cells;
  const auto when = [](const Record* cell) { return std::tie(cell->started, cell->attempt, cell->block); };
  std::sort(cells.begin(), cells.end(), [&](const Record* a, const Record* b) { return when(a) < when(b); });
  std::vector<double> starts;
  for (const auto* cell : cells)
    if (const auto seconds = cell->evidence.process.first_batch_seconds) starts.push_back(*seconds);
  if (starts.size() < kFewestStarts || starts.front() <= 0 || starts.back() < kStartUpGrowth * starts.front())
    return {};
  int up = 0;
  for (std::size_t i = 1; i < starts.size(); ++i) up += starts[i] > starts[i - 1] ? 1 : 0;
  if (up + 1 < static_cast<int>(starts.size()) - 1) return {};  // one may be out of line
  return format(
      "it starts more slowly every time: {:.2f} s to the first batch in the first block, {:.2f} s in the last of {}",
      starts.front(), starts.back(), starts.size());
}

}  // namespace

std::vector<Finding> findings_of(const contract::Record& cell) {
  std::vector<Finding> out;
  for (const auto& row : kRows) {
    if (!can_tell(row, cell)) continue;
    if (auto sentence = row.look(cell)) out.push_back({row.detector, std::move(*sentence), 1});
  }
  return out;
}

std::vector<Finding> findings_of(const Arm& arm, const std::set<Detector>& without) {
  std::vector<Finding> out;
  for (const auto& row : kRows) {
    if (without.contains(row.detector)) continue;
    Finding found{row.detector, {}, 0};
    int looked = 0;
    for (const auto* cell : arm.cells) {
      if (!can_tell(row, *cell)) continue;
      ++looked;
      if (const auto sentence = row.look(*cell)) {
        if (found.cells++ == 0) found.sentence = *sentence;
      }
    }
    if (2 * found.cells > looked) out.push_back(std::move(found));
  }
  if (without.contains(Detector::kStartUp)) return out;
  if (auto sentence = start_up(arm))
    out.push_back({Detector::kStartUp, std::move(*sentence), static_cast<int>(arm.cells.size())});
  return out;
}

}  // namespace feedrate::control
