#include "feedrate/agent/block_runner.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <memory>
#include <vector>

#include "feedrate/agent/arm.h"
#include "feedrate/agent/limits.h"
#include "feedrate/agent/neighbours.h"
#include "feedrate/agent/probe_check.h"
#include "feedrate/agent/program.h"
#include "feedrate/agent/schedule.h"
#include "feedrate/agent/seal.h"
#include "feedrate/base/hash.h"
#include "feedrate/host/clock.h"
#include "feedrate/host/files.h"
#include "feedrate/host/machine.h"
#include "feedrate/measure/output.h"

namespace feedrate::agent {
namespace {

// Between looks at a cell that runs alone: marks carry their own time, so this only delays noticing.
constexpr int kLookEveryMs = 20;
// Marks and a record take about 1.1 MiB; a cell that could not write them would look like a subject that failed.
constexpr std::int64_t kLeastFree = 2 << 20;
// A burn-in goes on until freezing is shown harmless or harmful, at most this many seconds an arm. After 40 s a noisy
// machine knew it to ±6 %: one of four arms of torch-pil looked doubtful in three of three burn-ins.
constexpr double kBurnInSeconds = 120;
// Other blocks until every arm has nearly its asked time away from the ends of epochs, at most this many times that.
constexpr double kSlicesMost = 3;
constexpr double kEnough = 0.95;
// An arm that finishes nothing for this much of its own time in slices, and this many times its usual gap, hangs.
constexpr double kStall = 2.0;
constexpr double kStallGaps = 50;
// One that finished nothing in this last share of its slices is given kStall more to show that it lives.
constexpr double kSuspicious = 0.2;

class BlockRunner {
 public:
  BlockRunner(const contract::BlockSpec& block, const std::string& out, const Report& report,
              const Interrupted& interrupted, Waiting* waiting)
      : block_(block),
        seal_(block, out),
        out_(out),
        report_(report),
        interrupted_(interrupted),
        waiting_(waiting),
        probe_(block, out + "/probe") {}

  Status run() {
    FEEDRATE_TRY_STATUS(seal_.open());
    if (waiting_ != nullptr) waiting_->make_way_for(block_);
    const auto* sliced = std::get_if<contract::Sliced>(&block_.interleave);
    FEEDRATE_TRY_STATUS(sliced != nullptr ? run_sliced(*sliced) : run_alternating());
    return seal_.receipt();
  }

 private:
  Status stop_if_told() {
    if (!interrupted_()) return {};
    return Unexpected(Error{Fault::kInterrupted, "interrupted; finished cells are kept", {}});
  }

  Expected<std::unique_ptr<Arm>> begin(const contract::ProcessGroup& group, bool held = false) {
    FEEDRATE_TRY(room, host::free_bytes(out_));
    if (room < kLeastFree) return host::write_failure(out_, ENOSPC);
    const std::string folder = out_ + "/running-" + group.cells.front().id;
    FEEDRATE_TRY_STATUS(host::make_folders(folder));
    auto arm = std::make_unique<Arm>(group, limits(), block_.seed, folder, files_of(group));
    tell(*arm, "start", 0, 0, 0);
    const bool waits = waiting_ != nullptr && Waiting::understands(group);
    arm->start({held, waits, waits ? waiting_->take(group) : std::nullopt});
    return arm;
  }

  // The slices of a burn-in are as many as the check needs: no deadline of a cell knows of them.
  [[nodiscard]] contract::Limits limits() const {
    auto out = block_.limits;
    const auto* sliced = std::get_if<contract::Sliced>(&block_.interleave);
    if (sliced != nullptr && sliced->burn_in) out.cell_seconds += most_seconds(*sliced);
    return out;
  }

  [[nodiscard]] bool is_transform() const {
    return std::holds_alternative<contract::TransformWork>(block_.order.front().cells.front().what.work);
  }

  // All cells of a block read the same data.
  std::shared_ptr<const DataFiles> files_of(const contract::ProcessGroup& group) {
    if (!files_) files_ = std::make_shared<const DataFiles>(list_data(group.cells.front().what));
    return files_;
  }

  // Until the window is whole or the cell has ended some other way.
  Status solo(Arm& arm) {
    const auto& plan = arm.window_plan();
    while (arm.alive() && !arm.window_done()) {
      FEEDRATE_TRY_STATUS(stop_if_told());
      const std::int64_t batches = arm.marks().batches();
      const bool draining = batches <= plan.drain;
      const char* stage = batches == 0 ? "first batch" : draining ? "drain" : "window";
      arm.poll(stage);
      if (host::monotonic_ns() - reported_ > kReportEvery) {
        const double rate = draining ? 0 : rate_so_far(arm);
        tell(arm, stage, static_cast<double>(draining ? batches : batches - plan.drain - 1),
             static_cast<double>(draining ? plan.drain : plan.batches), rate);
      }
      if (arm.alive() && !arm.window_done()) wait_ms(arm, kLookEveryMs);
    }
    return {};
  }

  Status run_alternating() {
    // What transforms made is compared when all have made it, and loaders are looked at when no clock runs any more.
    std::vector<std::unique_ptr<Arm>> waiting;
    for (const auto& group : block_.order) {
      const Neighbours neighbours;
      FEEDRATE_TRY(arm, begin(group));
      FEEDRATE_TRY_STATUS(solo(*arm));
      stop(*arm);
      note(neighbours.busy_cpus(arm->cpu_seconds()), *arm);
      if (is_transform() || probe_.is_wanted())
        waiting.push_back(std::move(arm));
      else
        FEEDRATE_TRY_STATUS(finish(*arm, false));
    }
    compare(waiting);
    for (auto& arm : waiting) probe(*arm);
    for (auto& arm : waiting) FEEDRATE_TRY_STATUS(finish(*arm, false));
    return {};
  }

  // What the arms made of the same samples.
  static void compare(const std::vector<std::unique_ptr<Arm>>& arms) {
    if (arms.empty()) return;
    const auto* work = std::get_if<contract::TransformWork>(&arms.front()->cell().what.work);
    if (work == nullptr) return;
    std::vector<measure::Results> results;
    for (const auto& arm : arms) results.push_back(arm->take_results());
    const auto found = measure::compare_results(results, work->operation);
    for (std::size_t i = 0; i < arms.size(); ++i)
      if (found[i]) arms[i]->note_output(*found[i]);
  }

  // What a loader makes of the probe set, when its clock is done.
  void probe(Arm& arm) {
    if (!probe_.is_wanted() || arm.marks().batches() == 0 || interrupted_()) return;
    tell(arm, "probe set", 0, 0, 0);
    if (auto found = probe_.ask(arm.group())) arm.note_output(std::move(*found));
  }

  // A transform takes longer to import its library than to be measured, and nothing of that is asked: several start
  // beside each other, and are frozen until each has its window alone.
  Expected<std::vector<std::unique_ptr<Arm>>> begin_beside_each_other() {
    std::vector<std::unique_ptr<Arm>> out;
    std::vector<Arm*> starting;
    while (out.size() < block_.order.size() || !starting.empty()) {
      FEEDRATE_TRY_STATUS(stop_if_told());
      while (out.size() < block_.order.size() && starting.size() < most_beside_each_other()) {
        FEEDRATE_TRY(arm, begin(block_.order[out.size()], true));
        starting.push_back(arm.get());
        out.push_back(std::move(arm));
      }
      for (Arm* arm : starting) arm->poll("start");
      if (host::monotonic_ns() - reported_ > kReportEvery) tell(*starting.front(), "start", 0, 0, 0);
      std::erase_if(starting, [](Arm* arm) {
        if (arm->alive() && !arm->ready()) return false;
        arm->freeze();
        return true;
      });
      if (!starting.empty()) wait_ms(*starting.front(), kLookEveryMs);
    }
    return out;
  }

  // And take longer to let go of it.
  void stop_beside_each_other(const std::vector<std::unique_ptr<Arm>>& arms) {
    std::vector<Arm*> stopping;
    for (std::size_t next = 0; next < arms.size() || !stopping.empty();) {
      while (next < arms.size() && stopping.size() < most_beside_each_other()) {
        Arm* arm = arms[next++].get();
        if (!arm->tree()) continue;
        tell(*arm, "tear-down", 0, 0, 0);
        arm->begin_stop();
        stopping.push_back(arm);
      }
      std::erase_if(stopping, [](Arm* arm) {
        if (!arm->stopped()) return false;
        arm->finish();
        return true;
      });
      if (!stopping.empty()) wait_ms(*stopping.front(), kLookEveryMs);
    }
  }
  static std::size_t most_beside_each_other() {
    return static_cast<std::size_t>(std::max(1.0, host::this_machine().cpus_effective));
  }

  Status run_sliced(const contract::Sliced& sliced) {
    const Neighbours neighbours;
    std::vector<std::unique_ptr<Arm>> arms;
    if (is_transform()) {
      FEEDRATE_TRY(begun, begin_beside_each_other());
      arms = std::move(begun);
    }
    for (std::size_t i = 0; i < block_.order.size(); ++i) {
      if (is_transform()) {
        arms[i]->let_go();
      } else {
        FEEDRATE_TRY(arm, begin(block_.order[i]));
        arms.push_back(std::move(arm));
      }
      FEEDRATE_TRY_STATUS(solo(*arms[i]));
      arms[i]->freeze();
    }
    FEEDRATE_TRY_STATUS(slice(sliced, arms));
    if (is_transform())
      stop_beside_each_other(arms);
    else
      for (auto& arm : arms) stop(*arm);
    double used = 0;
    for (const auto& arm : arms) used += arm->cpu_seconds();
    const auto busy = neighbours.busy_cpus(used);
    for (auto& arm : arms) note(busy, *arm);
    compare(arms);
    for (auto& arm : arms) probe(*arm);
    for (auto& arm : arms) FEEDRATE_TRY_STATUS(finish(*arm, true));
    return {};
  }

  Status slice(const contract::Sliced& sliced, std::vector<std::unique_ptr<Arm>>& arms) {
    // Only the check of freezing needs long slices: the closer the arms run together, the more alike is the machine
    // that they meet. As much time in long ones as in short ones there.
    const Schedule::Group group =
        sliced.burn_in
            ? Schedule::Group{static_cast<int>(std::lround(sliced.long_seconds / sliced.short_seconds)), true}
            : Schedule::Group{};
    Schedule schedule(arms.size(), group, seed_of(block_.id) + static_cast<std::uint64_t>(block_.attempt));
    double ran = 0;  // thawed time of each arm in slices
    while (wants_more(arms, ran, sliced)) {
      for (const auto& round : schedule.next_group()) {
        const double length = round.stretch * (round.is_short ? sliced.short_seconds : sliced.long_seconds);
        ran += length;
        for (const std::size_t index : round.order) {
          FEEDRATE_TRY_STATUS(stop_if_told());
          Arm& arm = *arms[index];
          if (!arm.alive()) continue;
          arm.slice(length, round.is_short, round.group, [&](std::int64_t until) { wait_until(arm, until); });
          arm.poll("slices");
          if (arm.alive() && arm.stalled_seconds() > std::max(kStall, kStallGaps * arm.usual_gap())) {
            arm.thaw();
            arm.call_hung("slices");
          }
          if (host::monotonic_ns() - reported_ > kReportEvery)
            tell(arm, "slices", ran, ran <= sliced.running_seconds ? sliced.running_seconds : most_seconds(sliced),
                 slice_rate(arm));
        }
      }
      if (std::none_of(arms.begin(), arms.end(), [](const auto& arm) { return arm->alive(); })) return {};
    }
    for (auto& arm : arms) {
      if (!arm->alive() || arm->stalled_seconds() < std::max(kSuspicious * ran, arm->usual_gap())) continue;
      FEEDRATE_TRY_STATUS(show_life(*arm));
    }
    return {};
  }

  // A cell that hung near the end of its slices must not pass for a slow one.
  Status show_life(Arm& arm) {
    const double before = arm.stalled_seconds();
    arm.thaw();
    while (arm.alive() && arm.stalled_seconds() >= before) {
      FEEDRATE_TRY_STATUS(stop_if_told());
      wait_ms(arm, kLookEveryMs);
      arm.poll("slices");
      if (arm.alive() && arm.stalled_seconds() > before + std::max(kStall, kStallGaps * arm.usual_gap()))
        arm.call_hung("slices");
    }
    arm.freeze();
    return {};
  }

  static double most_seconds(const contract::Sliced& sliced) {
    if (sliced.burn_in) return std::max(kBurnInSeconds, sliced.running_seconds);
    return kSlicesMost * sliced.running_seconds;
  }

  // Until every arm has its time, what fell on the ends of epochs not counted; a burn-in, until freezing is shown
  // harmless for all or harmful for one.
  static bool wants_more(const std::vector<std::unique_ptr<Arm>>& arms, double ran, const contract::Sliced& sliced) {
    if (ran < sliced.running_seconds) return true;
    if (ran >= most_seconds(sliced)) return false;
    const auto is_harmed = [](const auto& arm) {
      const auto so_far = arm->in_slices();
      return so_far && so_far->freeze_check && measure::is_harmful(*so_far->freeze_check);
    };
    if (sliced.burn_in && std::any_of(arms.begin(), arms.end(), is_harmed)) return false;
    return std::any_of(arms.begin(), arms.end(), [&](const auto& arm) {
      if (!arm->alive()) return false;
      const auto so_far = arm->in_slices();
      if (!so_far || so_far->seconds < kEnough * sliced.running_seconds) return true;
      if (!sliced.burn_in || so_far->counted_by != contract::CountedBy::kCounter) return false;
      return !so_far->freeze_check || !measure::is_harmless(*so_far->freeze_check);
    });
  }

  void stop(Arm& arm) {
    if (!arm.tree()) return;
    tell(arm, "tear-down", 0, 0, 0);
    arm.stop([&] { wait_ms(arm, kLookEveryMs); });
  }

  Status finish(Arm& arm, bool sliced) {
    FEEDRATE_TRY_STATUS(seal_.cell(
        {arm.group(), arm.marks(), arm.started(), arm.labels(), arm.evidence(), arm.outcome(sliced), arm.log_text()}));
    if (auto process = arm.take_process()) waiting_->keep(std::move(*process));
    tell(arm, "sealed", 1, 1, 0);
    return {};
  }

  // Waits, taking in output so that a chatty subject is never blocked on its pipe.
  void wait_until(Arm& arm, std::int64_t until) {
    for (;;) {
      const std::int64_t left = until - host::monotonic_ns();
      if (left <= 0) return;
      pollfd output{arm.tree()->output(), POLLIN, 0};
      const timespec timeout{left / 1'000'000'000, left % 1'000'000'000};
      if (ppoll(&output, 1, &timeout, nullptr) > 0) {
        if (arm.take_output() == 0) {  // closed: nothing more will come, only wait
          const timespec rest{left / 1'000'000'000, left % 1'000'000'000};
          ppoll(nullptr, 0, &rest, nullptr);
        }
      }
    }
  }
  void wait_ms(Arm& arm, int ms) {
    if (arm.tree() != nullptr) wait_until(arm, host::monotonic_ns() + std::int64_t{ms} * 1'000'000);
  }

  static void note(std::optional<double> busy_cpus, Arm& arm) {
    static const double cpus = host::this_machine().cpus_effective;
    arm.note_neighbours(busy_cpus, busy_cpus.value_or(0) > kDisturbing * cpus);
  }

  void tell(const Arm& arm, const char* stage, double done, double of, double rate) {
    reported_ = host::monotonic_ns();
    report_({arm.cell().id, arm.group().subject, stage, done, of, rate});
  }

  static double rate_so_far(const Arm& arm) {
    const auto& marks = arm.marks().marks();
    const contract::marks::Mark* first = nullptr;
    const contract::marks::Mark* last = nullptr;
    double samples = 0;
    for (const auto& mark : marks) {
      if (mark.kind != contract::marks::Kind::kBatch) continue;
      if (first == nullptr)
        first = &mark;
      else
        samples += mark.b;
      last = &mark;
    }
    if (first == nullptr || last->time_ns <= first->time_ns) return 0;
    return samples / (static_cast<double>(last->time_ns - first->time_ns) * 1e-9);
  }
  static double slice_rate(const Arm& arm) {
    const auto evidence = arm.in_slices();
    return evidence ? evidence->rate : 0;
  }

  const contract::BlockSpec& block_;
  Seal seal_;
  std::string out_;
  const Report& report_;
  const Interrupted& interrupted_;
  Waiting* waiting_;  // absent where processes end with their block
  std::int64_t reported_ = 0;
  std::shared_ptr<const DataFiles> files_;
  ProbeCheck probe_;
};

}  // namespace

Status run_block(const contract::BlockSpec& block, const std::string& out, const Report& report,
                 const Interrupted& interrupted, Waiting* waiting) {
  if (const auto* segments = std::get_if<contract::Segments>(&block.interleave))
    return run_program(block, *segments, out, report, interrupted);
  return BlockRunner(block, out, report, interrupted, waiting).run();
}

}  // namespace feedrate::agent
