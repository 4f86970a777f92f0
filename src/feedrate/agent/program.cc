#include "feedrate/agent/program.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <vector>

#include "feedrate/agent/ending.h"
#include "feedrate/agent/limits.h"
#include "feedrate/agent/log.h"
#include "feedrate/agent/marks_folder.h"
#include "feedrate/agent/neighbours.h"
#include "feedrate/agent/order.h"
#include "feedrate/agent/ranks.h"
#include "feedrate/agent/seal.h"
#include "feedrate/agent/stacks.h"
#include "feedrate/agent/turns.h"
#include "feedrate/agent/vitals.h"
#include "feedrate/base/hash.h"
#include "feedrate/contract/marks/schedule.h"
#include "feedrate/host/clock.h"
#include "feedrate/host/files.h"
#include "feedrate/host/left_behind.h"
#include "feedrate/host/machine.h"
#include "feedrate/host/mapped_file.h"
#include "feedrate/host/proc.h"
#include "feedrate/host/tree.h"
#include "feedrate/measure/bound.h"
#include "feedrate/measure/stages.h"
#include "feedrate/stats/summary.h"

namespace feedrate::agent {
namespace {

using contract::marks::Mode;

constexpr int kGlanceMs = 10;
// What is published is seen by every rank long before it is due.
constexpr double kAheadSeconds = 0.2;
constexpr std::uint64_t kAheadBatches = 4;
// The loader is known, and about how fast it is, after this many batches beyond those that were ready, and seconds.
constexpr std::int64_t kFewestBatches = 4;
constexpr double kFewestSeconds = 1;
// A rank that is told to end does so with its next batch.
constexpr double kEndPatience = 20;
// For replay: little of the memory, and no more than does any good.
constexpr std::int64_t kMemoryShare = 20;
constexpr std::int64_t kMostKept = 1LL << 30;

double seconds_since(std::int64_t ns) { return static_cast<double>(host::monotonic_ns() - ns) * 1e-9; }

class ProgramRun {
 public:
  ProgramRun(const contract::BlockSpec& block, const contract::Segments& how, const std::string& out,
             const Report& report, const Interrupted& interrupted)
      : block_(block),
        how_(how),
        group_(block.order.front()),
        seal_(block, out),
        folder_(out + "/running-" + group_.cells.front().id),
        report_(report),
        interrupted_(interrupted),
        marks_(folder_, group_.cells.front().id) {}

  Status run() {
    FEEDRATE_TRY_STATUS(seal_.open());
    FEEDRATE_TRY_STATUS(host::make_folders(folder_));
    FEEDRATE_TRY(file, host::MappedFile::create(folder_ + "/" + contract::marks::kScheduleFile,
                                                contract::marks::kScheduleBytes));
    contract::marks::ScheduleWriter schedule(file.bytes());
    const Neighbours neighbours;
    start();
    FEEDRATE_TRY_STATUS(find_loader());
    if (loader_) {
      schedule.name_loader(loader_->name);
      FEEDRATE_TRY_STATUS(take_turns(schedule));
      FEEDRATE_TRY_STATUS(leave(schedule));
    }
    finish();
    const auto busy = neighbours.busy_cpus(process_.cpu_seconds.value_or(0));
    process_.foreign_cpus = busy;
    const bool disturbed = busy.value_or(0) > kDisturbing * host::this_machine().cpus_effective;
    FEEDRATE_TRY_STATUS(seal_.cell({group_, marks_, started_, {}, evidence(), outcome(disturbed), log_.text()}));
    tell("sealed", 1, 1);
    return seal_.receipt();
  }

 private:
  [[nodiscard]] bool alive() const { return tree_ && !ending_ && !outcome_; }

  void start() {
    started_ = host::utc_now();
    host::Launch launch{group_.start.command, group_.start.environment};
    if (!std::holds_alternative<contract::ProgramWork>(group_.cells.front().what.work)) {
      auto words = hand_order(group_, block_.seed, folder_);
      if (!words) {
        outcome_ = contract::Failed{contract::Cause::kStart, words.error().text()};
        return;
      }
      launch.command.insert(launch.command.end(), words->begin(), words->end());
    }
    launch.environment["FEEDRATE_MARKS"] = folder_;
    launch.environment["FEEDRATE_CELL"] = group_.cells.front().id;
    launch.environment["FEEDRATE_KEEP_BYTES"] =
        std::to_string(std::min(kMostKept, host::this_machine().memory_bytes / kMemoryShare));
    started_at_ = host::monotonic_ns();
    tell("start", 0, 0);
    auto tree = host::Tree::start(launch);
    if (tree)
      tree_.emplace(std::move(*tree));
    else
      outcome_ = contract::Failed{contract::Cause::kStart, tree.error().text()};
  }

  // Takes in output, marks and the ending; waits a moment where there is nothing.
  Status look() {
    if (interrupted_()) {
      finish();
      return Unexpected(Error{Fault::kInterrupted, "interrupted; the program was ended", {}});
    }
    pollfd output{tree_->output(), POLLIN, 0};
    const timespec moment{0, kGlanceMs * 1'000'000};
    if (ppoll(&output, 1, &moment, nullptr) > 0 && take_output() == 0) ppoll(nullptr, 0, &moment, nullptr);
    ending_ = tree_->ending();
    if (auto status = marks_.poll(); !status)
      outcome_ = contract::Failed{contract::Cause::kMarks, status.error().text()};
    if (ranks_) ranks_->follow(marks_);
    if (vitals_.look(*tree_)) adopt_ranks();
    if (!first_batch_ && marks_.batches() > 0) first_batch_ = seconds_since(started_at_);
    if (!loader_ && alive() && is_late()) call_hung();
    return {};
  }

  // Under srun the ranks are children of Slurm's daemon; their marks tell who they are.
  void adopt_ranks() {
    const auto members = tree_->born_members();
    for (const auto& [pid, main] : marks_.mains())
      if (std::find(members.begin(), members.end(), pid) == members.end() &&
          host::was_started_with(pid, "FEEDRATE_MARKS=" + folder_))
        tree_->adopt(pid);
  }

  [[nodiscard]] bool is_late() const { return seconds_since(started_at_) > block_.limits.cell_seconds; }

  std::int64_t take_output() {
    char buffer[65536];
    const ssize_t n = read(tree_->output(), buffer, sizeof buffer);
    if (n > 0) log_.add({buffer, static_cast<std::size_t>(n)});
    return std::max<std::int64_t>(0, n);
  }

  void call_hung() {
    contract::Hung hung{seconds_since(started_at_), "first batch", {}};
    const auto program = std::filesystem::path(group_.start.command.front()).parent_path().string();
    hung.stacks = collect_stacks(*tree_, folder_, program, kStackBudget);
    outcome_ = std::move(hung);
  }

  // The process that trains, as far as one can tell: the first that goes over a loader.
  [[nodiscard]] const MarksFolder::Main* first_main() const {
    for (const auto& [pid, main] : marks_.mains())
      if (!main.names.empty()) return &main;
    return nullptr;
  }

  Status find_loader() {
    while (alive()) {
      FEEDRATE_TRY_STATUS(look());
      report_now_and_then(marks_.batches() == 0 ? "first batch" : "finding the training loader", 0, 0);
      const auto* main = first_main();
      if (main == nullptr) continue;
      seen_ = measure::loaders_of(main->marks, main->names);
      const auto* best = how_.loader ? named(*how_.loader) : measure::training_loader(seen_);
      if (best == nullptr || best->batches < best->in_flight() + kFewestBatches || best->seconds < kFewestSeconds)
        continue;
      loader_ = *best;
      ranks_.emplace(loader_->name);
      ranks_->follow(marks_);
      return {};
    }
    return {};
  }

  [[nodiscard]] const measure::LoaderUse* named(const std::string& name) const {
    for (const auto& use : seen_)
      if (use.name == name && use.batches > 0) return &use;
    return nullptr;
  }

  Status take_turns(contract::marks::ScheduleWriter& schedule) {
    const double each = loader_->seconds / static_cast<double>(loader_->batches);
    Turns turns(how_.segment_seconds, loader_->in_flight(), each, seed_of(block_.id) + block_.seed, how_.only);
    vitals_.window_opened(*tree_, marks_.samples_delivered(), false);
    for (int number = 0; alive(); ++number) {
      if (vitals_.wants_memory(seconds_since(started_at_)))
        vitals_.look_at_memory(tree_->members(), seconds_since(started_at_));
      const auto block = turns.next(soon());
      plan_.insert(plan_.end(), block.plan.begin(), block.plan.end());
      if (!schedule.publish(block.entries)) return {};
      while (alive() && !ranks_->all_began(schedule.published())) {
        if (is_late()) return {};  // what there is must do
        FEEDRATE_TRY_STATUS(look());
        report_now_and_then("segments", number, how_.blocks + 1);
      }
      measure_now();
      turns.learn(segments_);
      if (number >= how_.blocks && (how_.only || number >= how_.most_blocks || has_answer())) return {};
    }
    return {};
  }

  [[nodiscard]] bool has_answer() const {
    const auto found = measure::judge_bound(segments_, loader_->workers > 0);
    if (!found || found->verdict == measure::Bound::kCannotTell) return false;
    return !how_.within || measure::is_known_within(found->stall, *how_.within);
  }

  // A batch that no rank has reached when it hears of it.
  [[nodiscard]] std::uint64_t soon() const {
    const double each = loader_->seconds / static_cast<double>(loader_->batches);
    return ranks_->delivered() + kAheadBatches + static_cast<std::uint64_t>(kAheadSeconds / std::max(each, 1e-6));
  }

  Status leave(contract::marks::ScheduleWriter& schedule) {
    if (!alive()) return {};
    const contract::marks::ScheduleEntry last{soon(), how_.keep_running ? Mode::kOff : Mode::kEnd, 0};
    plan_.push_back({last.mode, 0, 0, false});
    if (!schedule.publish({&last, 1})) return {};
    const std::int64_t told = host::monotonic_ns();
    while (alive()) {
      FEEDRATE_TRY_STATUS(look());
      report_now_and_then(how_.keep_running ? "left alone" : "ending", 0, 0);
      if (!how_.keep_running && (ranks_->all_ending() || seconds_since(told) > kEndPatience)) return {};
    }
    return {};
  }

  void measure_now() {
    measured_.clear();
    for (const auto& [pid, slot] : ranks_->slots())
      measured_.push_back(measure::measure_segments(marks_.mains().at(pid).marks, slot, plan_));
    segments_ = measure::merge_ranks(measured_);
  }

  void finish() {
    if (!tree_) return;
    vitals_.ending(*tree_, marks_.samples_delivered());
    const auto remains = tree_->end();
    process_.alive_seconds = seconds_since(started_at_);
    process_.cpu_seconds = remains.cpu_seconds;
    while (take_output() > 0) {
    }
    if (auto status = marks_.poll(); !status && !outcome_)
      outcome_ = contract::Failed{contract::Cause::kMarks, status.error().text()};
    if (ranks_) {
      ranks_->follow(marks_);
      measure_now();
      // Others may have come since the training loader was found: the first validation, say.
      seen_ = measure::loaders_of(first_main()->marks, first_main()->names);
    }
    process_.shm_left_behind = host::remove_shared_memory(vitals_.seen());
    host::remove_temporary_folders(folder_);
    tree_.reset();
  }

  contract::Evidence evidence() const {
    contract::Evidence out;
    out.marks = {marks_.files(), marks_.whole(), marks_.torn(), {}};
    out.cpu = vitals_.cpu();
    out.memory = vitals_.memory();
    out.process = process_;
    out.process.first_batch_seconds = first_batch_;
    out.process.processes = vitals_.processes();
    if (vitals_.peak_pss() > 0) out.process.peak_pss_bytes = vitals_.peak_pss();
    out.process.log_bytes = log_.bytes();
    out.process.log_kept =
        static_cast<std::int64_t>(std::min<std::size_t>(log_.text().size(), static_cast<std::size_t>(log_.bytes())));
    if (loader_ && !measured_.empty()) {
      out.program = program();
      out.window = window();
    }
    return out;
  }

  [[nodiscard]] contract::ProgramEvidence program() const {
    contract::ProgramEvidence out;
    out.loader = loader_->name;
    out.workers = loader_->workers;
    out.prefetch = loader_->prefetch;
    if (loader_->epoch_batches > 0) out.epoch_batches = loader_->epoch_batches;
    const auto& first = measured_.front();
    if (!first.epoch_gaps.empty()) {
      auto gaps = first.epoch_gaps;
      std::sort(gaps.begin(), gaps.end());
      out.epoch_gap_seconds = stats::median(gaps);
    }
    out.ranks = static_cast<int>(measured_.size());
    for (const auto& rank : measured_) {
      out.replayed += rank.replayed;
      out.dropped += rank.dropped;
    }
    out.ended_by_itself = ending_.has_value();
    out.segments = segments_;
    out.stages = stages();
    for (const auto& use : seen_)
      if (use.name != loader_->name && use.batches > 0)
        out.others.push_back({use.name, use.batches, use.seconds, 2 * use.learning > use.batches});
    return out;
  }

  [[nodiscard]] std::vector<contract::StageSum> stages() const {
    measure::Stages sums(measured_.front().real_spans);
    marks_.for_each_worker_mark(
        [&](const std::string& name, const contract::marks::Mark& mark) { sums.take(name, mark, true); });
    for (const auto& [pid, main] : marks_.mains())
      for (const auto& mark : main.marks)
        if (const auto name = main.names.find(mark.id); name != main.names.end()) sums.take(name->second, mark, false);
    return sums.all();
  }

  // Of the real segments.
  [[nodiscard]] std::optional<contract::WindowEvidence> window() const {
    contract::WindowEvidence out;
    for (const auto& segment : segments_) {
      if (segment.mode != Mode::kReal || segment.block == 0) continue;
      out.batches += segment.batches;
      out.samples += segment.samples;
      out.seconds += segment.seconds;
    }
    auto gaps = measured_.front().real_gaps;
    if (out.batches < 1 || out.seconds <= 0 || gaps.empty()) return {};
    out.drained = 2 * loader_->in_flight();
    out.rate = static_cast<double>(out.samples) / out.seconds;
    std::sort(gaps.begin(), gaps.end());
    out.gap_p50 = stats::quantile(gaps, 0.5);
    out.gap_p90 = stats::quantile(gaps, 0.9);
    out.gap_p99 = stats::quantile(gaps, 0.99);
    return out;
  }

  [[nodiscard]] contract::Outcome outcome(bool disturbed) const {
    if (outcome_) return *outcome_;
    const bool failed = ending_ && (ending_->signal != 0 || ending_->code != 0);
    const bool answered = how_.only
                              ? has_counted()
                              : !segments_.empty() && measure::judge_bound(segments_, loader_->workers > 0).has_value();
    if (!failed && answered) return contract::Measured{std::nullopt, disturbed};
    if (!ending_)
      return contract::Failed{contract::Cause::kIncomplete,
                              format("had no block of segments whole after {:.0f} s; a longer time: --budget",
                                     process_.alive_seconds.value_or(0))};
    if (marks_.batches() > 0)
      return failed_by(*ending_, format("after {} batches", marks_.batches()), log_.last_line());
    // One that failed by itself says why itself.
    auto out = failed_by(*ending_, format("before a batch of a loader was seen{}", failed ? "" : why_unseen()),
                         log_.last_line());
    if (out.cause == contract::Cause::kIncomplete) out.cause = contract::Cause::kMarks;
    return out;
  }

  [[nodiscard]] bool has_counted() const {
    return std::any_of(segments_.begin(), segments_.end(), [](const auto& segment) { return segment.block > 0; });
  }

  [[nodiscard]] std::string why_unseen() const {
    if (!host::exists(folder_ + "/hooked"))
      return " (no Python that it started could be watched: -I, -E and -S keep the hook out, and so does an emptied "
             "PYTHONPATH)";
    return " (it went over no torch DataLoader; two lines watch any other: for batch in feedrate.watch(loader))";
  }

  void report_now_and_then(const char* stage, double done, double of) {
    if (host::monotonic_ns() - reported_ > kReportEvery) tell(stage, done, of);
  }
  void tell(const char* stage, double done, double of) {
    reported_ = host::monotonic_ns();
    report_({group_.cells.front().id, group_.subject, stage, done, of, 0});
  }

  const contract::BlockSpec& block_;
  const contract::Segments& how_;
  const contract::ProcessGroup& group_;
  Seal seal_;
  std::string folder_;
  const Report& report_;
  const Interrupted& interrupted_;
  std::int64_t reported_ = 0;

  std::string started_;
  std::int64_t started_at_ = 0;
  std::optional<host::Tree> tree_;
  std::optional<host::Ending> ending_;  // of the program, by itself
  MarksFolder marks_;
  Log log_;
  Vitals vitals_;
  contract::ProcessEvidence process_;
  std::optional<double> first_batch_;
  std::optional<contract::Outcome> outcome_;

  std::vector<measure::LoaderUse> seen_;
  std::optional<measure::LoaderUse> loader_;
  std::optional<Ranks> ranks_;
  std::vector<measure::PlannedSegment> plan_;  // one an entry of the schedule
  std::vector<measure::ProgramMarks> measured_;
  std::vector<contract::Segment> segments_;  // of all ranks together
};

}  // namespace

Status run_program(const contract::BlockSpec& block, const contract::Segments& how, const std::string& out,
                   const Report& report, const Interrupted& interrupted) {
  return ProgramRun(block, how, out, report, interrupted).run();
}

}  // namespace feedrate::agent
