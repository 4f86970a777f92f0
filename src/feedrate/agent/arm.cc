#include "feedrate/agent/arm.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "feedrate/agent/ending.h"
#include "feedrate/agent/limits.h"
#include "feedrate/agent/order.h"
#include "feedrate/agent/results.h"
#include "feedrate/agent/stacks.h"
#include "feedrate/base/units.h"
#include "feedrate/host/clock.h"
#include "feedrate/host/files.h"
#include "feedrate/host/left_behind.h"
#include "feedrate/host/proc.h"
#include "feedrate/measure/gaps.h"
#include "feedrate/measure/stages.h"

namespace feedrate::agent {
namespace {

// A window that is not steady grows by halves up to this many times what was asked.
constexpr std::int64_t kLongestWindow = 2;
// A loader that was asked to stop and is still there after this is a finding of its own.
constexpr double kPatience = 10;
// Whether a transform is slow is seen after so many seconds, and samples at the slowest that counts as fast.
constexpr double kPreflight = 3;
constexpr double kPreflightSamples = 4;
// 30 microseconds each: under 0.2 % of one CPU.
constexpr std::int64_t kMachineEvery = 19'000'000;

std::int64_t epoch_batches(const contract::CaseSpec& what) {
  const auto* loader = std::get_if<contract::LoaderWork>(&what.work);
  if (loader == nullptr || !loader->data.items) return 1;
  return std::max<std::int64_t>(1, *loader->data.items / what.settings.batch);
}

DataCache cache_of(const contract::CaseSpec& what, std::shared_ptr<const DataFiles> files) {
  const contract::Data* data = contract::data_of(what);
  if (data == nullptr) return {std::move(files), contract::Cache::kAny, contract::Source::kStorage};
  return {std::move(files), data->cache, data->source};
}

}  // namespace

Arm::Arm(const contract::ProcessGroup& group, const contract::Limits& limits, std::uint32_t seed, std::string folder,
         std::shared_ptr<const DataFiles> files)
    : group_(group),
      limits_(limits),
      seed_(seed),
      folder_(std::move(folder)),
      window_plan_(measure::plan_window(group.cells.front().what.clock.window, group.cells.front().what.clock.drain,
                                        group.in_flight, epoch_batches(group.cells.front().what))),
      asked_batches_(window_plan_.batches),
      marks_(folder_, group.cells.front().id),
      cache_(cache_of(group.cells.front().what, std::move(files))) {
  window_plan_.workers = group.cells.front().what.settings.workers;
}

void Arm::start(Beginning how) {
  started_ = host::utc_now();
  held_ = how.held;
  waits_ = how.waits;
  asks_first_batch_ = !how.held && !how.process;
  if (held_)
    if (const auto status = host::write_file(hold_file(), ""); !status)
      return fail(contract::Cause::kStart, status.error().text());
  const auto words = hand_order(group_, seed_, folder_);
  if (!words) return fail(contract::Cause::kStart, words.error().text());
  cache_.prepare();
  started_at_ = thawed_at_ = host::monotonic_ns();
  if (how.process)
    tell_process(std::move(*how.process));
  else
    start_process(*words);
}

void Arm::start_process(const std::vector<std::string>& words) {
  host::Launch launch{group_.start.command, group_.start.environment, waits_};
  launch.command.insert(launch.command.end(), words.begin(), words.end());
  if (waits_) launch.command.emplace_back("--wait");
  launch.environment["FEEDRATE_MARKS"] = folder_;
  launch.environment["FEEDRATE_CELL"] = cell().id;
  auto tree = host::Tree::start(launch);
  if (!tree) return fail(contract::Cause::kStart, tree.error().text());
  tree_.emplace(std::move(*tree));
}

// Its order lies where its marks go.
void Arm::tell_process(WaitingProcess process) {
  process_.after = process.cell;
  cases_before_ = std::move(process.cases);
  tree_.emplace(std::move(process.tree));
  cpu_seconds_before_ = host::cpu_seconds(tree_->members_and_heir());
  tree_->say(folder_ + "\n");
  thaw();
}

bool Arm::has_marked(contract::marks::Phase phase) const {
  const auto& all = marks_.marks();
  return std::any_of(all.begin(), all.end(), [phase](const auto& mark) {
    return mark.kind == contract::marks::Kind::kPhase && mark.a == static_cast<std::uint64_t>(phase);
  });
}

bool Arm::ready() const { return marks_.batches() > 0 || has_marked(contract::marks::Phase::kReady); }

void Arm::let_go() {
  if (!alive()) return;
  if (const auto status = host::remove_tree(hold_file()); !status)
    return fail(contract::Cause::kStart, status.error().text());
  if (const auto status = marks_.poll(); !status) return fail(contract::Cause::kMarks, status.error().text());
  window_plan_.drain += marks_.batches();
  held_ = false;
  vitals_.count_turns(*tree_, running_seconds());
  thaw();
}

double Arm::running_seconds() const {
  if (!tree_ || tree_->frozen()) return ran_seconds_;
  return ran_seconds_ + static_cast<double>(host::monotonic_ns() - thawed_at_) * 1e-9;
}

double Arm::stalled_seconds() const { return running_seconds() - progress_at_; }

void Arm::note_progress() {
  const std::uint64_t count = marks_.samples_done() + static_cast<std::uint64_t>(marks_.batches());
  if (count != progress_count_) {
    progress_count_ = count;
    progress_at_ = running_seconds();
  }
}

void Arm::fail(contract::Cause cause, std::string reason) {
  if (!outcome_) outcome_ = contract::Failed{cause, std::move(reason)};
}

void Arm::died(const host::Ending& ending) {
  died_ = true;
  if (stop_asked_ != 0) {
    died_stopping_ = ending.signal != 0 || ending.code != 0;
    return;
  }
  const std::string after =
      format("after {} of the {} batches it takes", marks_.batches(), window_plan_.drain + 1 + window_plan_.batches);
  // What a subject of ours says when it cannot do what it is asked, with the reason as its last line.
  constexpr int kUnsupported = 3;
  const std::string last = log_.last_line();
  if (ending.signal == 0 && ending.code == kUnsupported && !last.empty()) {
    const std::string own = group_.subject + ": ";  // the report puts its name before it as well
    outcome_ = contract::Unsupported{last.starts_with(own) ? last.substr(own.size()) : last};
    return;
  }
  const bool is_silent = ending.signal == 0 && ending.code == 0 && marks_.batches() == 0;
  auto failed = failed_by(ending, is_silent ? "without marking a single batch" : after, last);
  if (is_silent) failed.cause = contract::Cause::kMarks;
  if (!outcome_) outcome_ = std::move(failed);
}

void Arm::look() {
  if (!vitals_.look(*tree_)) return;
  const auto pids = tree_->members();
  if (stop_asked_ == 0) vitals_.note_counters(marks_, pids, running_seconds());
  look_at_memory();
  if (!limits_.memory_bytes || stop_asked_ != 0 || host::rss_bytes(pids) <= *limits_.memory_bytes) return;
  // Shared pages count once for each process in RSS; only PSS may decide.
  vitals_.look_at_memory(pids, running_seconds());
  if (vitals_.last_pss() <= *limits_.memory_bytes) return;
  fail(contract::Cause::kMemory,
       format("used {:.0f} MiB, over its limit of {}", static_cast<double>(vitals_.last_pss()) / 1048576.0,
              TextForm<ByteCount>::print({*limits_.memory_bytes})));
}

void Arm::look_at_memory() {
  if (vitals_.wants_memory(running_seconds())) vitals_.look_at_memory(tree_->members(), running_seconds());
}

void Arm::call_hung(const char* stage) {
  if (outcome_) return;
  contract::Hung hung{running_seconds(), stage, {}};
  const std::string program = group_.start.command.front();
  hung.stacks = collect_stacks(*tree_, folder_, std::filesystem::path(program).parent_path().string(), kStackBudget);
  outcome_ = std::move(hung);
  finish();
}

std::int64_t Arm::take_output() {
  char buffer[65536];
  const std::int64_t before = log_.bytes();
  // One pipe full at a time: a subject that never stops writing must not keep the agent here.
  for (int i = 0; i < 16; ++i) {
    const ssize_t n = read(tree_->output(), buffer, sizeof buffer);
    if (n <= 0) break;
    log_.add({buffer, static_cast<std::size_t>(n)});
  }
  return log_.bytes() - before;
}

void Arm::look_at_window() {
  if (window_) return;
  window_ = measure::measure_window(marks_.marks(), window_plan_, machine_);
  if (!window_ || window_->steady.value_or(true) || window_plan_.whole_epochs) return;
  // More would read again what was read already, and that is warm.
  if (cache_.asked_cold()) return;
  const std::int64_t longest = kLongestWindow * asked_batches_;
  if (window_plan_.batches >= longest) return;
  window_plan_.batches = std::min(longest, window_plan_.batches + std::max<std::int64_t>(1, asked_batches_ / 2));
  window_.reset();
}

void Arm::look_at_machine() {
  const std::int64_t now = host::monotonic_ns();
  if (!machine_.empty() && now - machine_.back().from_ns < kMachineEvery) return;
  machine_.push_back({now, now + pace_.next_ns(), 1, 0});
}

void Arm::look_at_speed() {
  if (held_ || !limits_.slow_seconds || window_ || outcome_ || stop_asked_ != 0) return;
  const double samples =
      std::max(static_cast<double>(marks_.samples_done()), static_cast<double>(marks_.samples_delivered()));
  // The first ones may compile, import or fill caches: the clock starts behind them.
  if (samples > 0 && !first_samples_) first_samples_ = {running_seconds(), samples};
  if (!first_samples_) return;
  const double seconds = running_seconds() - first_samples_->seconds;
  if (seconds < std::max(kPreflight, kPreflightSamples * *limits_.slow_seconds)) return;
  const double rate = (samples - first_samples_->samples) / seconds;
  if (rate < 1 / *limits_.slow_seconds) outcome_ = contract::Slow{rate, 1 / *limits_.slow_seconds};
}

void Arm::poll(const char* stage) {
  if (!tree_) return;
  take_output();
  if (outcome_) return;
  // The ending is looked up before the marks: what was written before it is then certainly read.
  const auto ending = died_ ? std::nullopt : tree_->ending();
  if (auto status = marks_.poll(); !status) {
    fail(marks_.claims_other_cell() ? contract::Cause::kOtherCell : contract::Cause::kMarks, status.error().text());
    return finish();
  }
  if (!held_) look_at_window();
  if (!held_ && !vitals_.is_open() && marks_.batches() > window_plan_.drain)
    vitals_.window_opened(*tree_, marks_.samples_delivered(),
                          marks_.batches() > window_plan_.drain + window_plan_.batches / 2);
  if (asks_first_batch_ && !process_.first_batch_seconds && marks_.batches() > 0)
    for (const auto& mark : marks_.marks())
      if (mark.kind == contract::marks::Kind::kBatch) {
        process_.first_batch_seconds = static_cast<double>(mark.time_ns - started_at_) * 1e-9;
        break;
      }
  if (vitals_.is_open() && !window_) look_at_machine();
  note_progress();
  if (ending) return died(*ending);
  if (died_) return;
  look();
  look_at_speed();
  if (outcome_) return finish();
  if (stop_asked_ == 0 && running_seconds() > limits_.cell_seconds) call_hung(stage);
}

void Arm::freeze() {
  if (!tree_ || tree_->frozen()) return;
  frozen_at_ = tree_->freeze();
  ran_seconds_ += static_cast<double>(frozen_at_ - thawed_at_) * 1e-9;
}

std::int64_t Arm::thaw_at() {
  thawed_at_ = tree_->thaw();
  return thawed_at_;
}

void Arm::thaw() {
  if (tree_ && tree_->frozen()) thaw_at();
}

void Arm::begin_stop() {
  if (!tree_) return;
  // Frozen, so that reading its memory disturbs nobody's measurement.
  freeze();
  vitals_.look_at_memory(tree_->members(), running_seconds());
  vitals_.ending(*tree_, marks_.samples_delivered(), running_seconds());
  if (const auto read = vitals_.read()) cached_ = cache_.after(*read);
  stop_asked_ = host::monotonic_ns();
  marks_.ask_to_stop();
  thaw();
}

bool Arm::stopped() {
  if (!tree_ || outcome_) return true;
  poll("tear-down");
  if (died_ || has_done_its_order()) return true;
  if (static_cast<double>(host::monotonic_ns() - stop_asked_) * 1e-9 < kPatience) return false;
  hung_at_exit_ = true;
  return true;
}

bool Arm::has_done_its_order() const {
  return waits_ && stop_asked_ != 0 && !died_ && !outcome_ && has_marked(contract::marks::Phase::kEnding);
}

void Arm::keep_process() {
  if (!tree_->frozen()) tree_->freeze();
  process_.cpu_seconds = std::max(0.0, host::cpu_seconds(tree_->members_and_heir()) - cpu_seconds_before_);
  results_ = read_results(folder_, group_.subject);
  while (take_output() > 0) {
  }
  cases_before_.insert(cell().case_id);
  process_kept_.emplace(WaitingProcess{group_, std::move(cases_before_), cell().id, std::move(*tree_)});
}

void Arm::end_process() {
  const bool was_asked = stop_asked_ != 0;
  const auto remains = tree_->end();
  if (was_asked && died_ && !hung_at_exit_)
    process_.tear_down_seconds = static_cast<double>(host::monotonic_ns() - stop_asked_) * 1e-9;
  process_.cpu_seconds = std::max(0.0, remains.cpu_seconds - cpu_seconds_before_);
  process_.left_behind = remains.survivors;
  while (take_output() > 0) {
  }
  process_.shm_left_behind = host::remove_shared_memory(vitals_.seen());
  host::remove_temporary_folders(folder_);
  // One that was killed, or failed while it wrote them, may have left half of them.
  if (was_asked && died_ && !died_stopping_ && !hung_at_exit_) results_ = read_results(folder_, group_.subject);
}

void Arm::finish() {
  if (!tree_) return;
  vitals_.ending(*tree_, marks_.samples_delivered(), running_seconds());
  if (!tree_->frozen()) ran_seconds_ = running_seconds();
  if (has_done_its_order())
    keep_process();
  else
    end_process();
  process_.alive_seconds = static_cast<double>(host::monotonic_ns() - started_at_) * 1e-9;
  // The last marks of a tree that is dead now; what they lack is in torn().
  if (auto status = marks_.poll(); !status && !outcome_) fail(contract::Cause::kMarks, status.error().text());
  // One that was being extended when the tree ended is as long as was asked.
  window_plan_.batches = asked_batches_;
  if (!window_) window_ = measure::measure_window(marks_.marks(), window_plan_, machine_);
  tree_.reset();
}

std::optional<contract::SampleCount> Arm::samples() const {
  const auto counted = static_cast<std::int64_t>(marks_.samples_done());
  if (counted == 0) return {};
  const std::int64_t batches = group_.in_flight + 1;  // and the one that is being made
  return contract::SampleCount{counted, marks_.samples_delivered(), batches * cell().what.settings.batch};
}

measure::Counting Arm::counting() const {
  const auto counted = samples();
  return {counted && measure::is_trusted(*counted), std::max(group_.in_flight, 1)};
}

std::optional<contract::SliceEvidence> Arm::in_slices() const {
  return measure::measure_slices(slices_, counting(), marks_.marks());
}

std::optional<std::vector<contract::StageSum>> Arm::stages() const {
  auto plan = window_plan_;
  plan.batches = window_->batches;  // one that was not steady became longer than was asked for
  const auto span = measure::window_span(marks_.marks(), plan);
  if (!span) return {};
  measure::Stages sums({*span});
  marks_.for_each_worker_mark(
      [&](const std::string& name, const contract::marks::Mark& mark) { sums.take(name, mark, true); });
  for (const auto& [pid, main] : marks_.mains())
    for (const auto& mark : main.marks)
      if (const auto name = main.names.find(mark.id); name != main.names.end()) sums.take(name->second, mark, false);
  auto all = sums.all();
  if (all.empty()) return {};
  return all;
}

contract::Evidence Arm::evidence() const {
  contract::Evidence out;
  out.window = window_;
  out.slices = in_slices();
  out.epochs = measure::measure_epochs(marks_.marks(), window_plan_.drain);
  if (out.epochs) out.epochs->counted_in_slices = measure::counts_epoch_ends(slices_, counting(), marks_.marks());
  out.marks = {marks_.files(), marks_.whole(), marks_.torn(), {}, samples()};
  for (const auto& mark : marks_.marks())
    if (mark.kind == contract::marks::Kind::kCost) out.marks.mark_ns = static_cast<double>(mark.a);
  out.cache = cached_;
  out.output = output_;
  out.cpu = vitals_.cpu();
  out.memory = vitals_.memory();
  if (window_) out.stages = stages();
  const double batch = cell().what.settings.batch;
  if (const auto queued = vitals_.queued(); queued && out.window && group_.in_flight > 0 && counting().has_counter)
    out.window->queue_fill = *queued / (batch * group_.in_flight);
  if (const auto lead = vitals_.workers().lead(); lead && out.window) {
    out.window->worker_lead = *lead / batch;
    out.window->worker_slowness = vitals_.workers().slowness();
  }
  out.process = process_;
  out.process.processes = vitals_.processes();
  if (vitals_.peak_pss() > 0) out.process.peak_pss_bytes = vitals_.peak_pss();
  out.process.log_bytes = log_.bytes();
  out.process.log_kept =
      static_cast<std::int64_t>(std::min<std::size_t>(log_.text().size(), static_cast<std::size_t>(log_.bytes())));
  return out;
}

contract::Outcome Arm::outcome(bool sliced) const {
  const bool whole = window_.has_value() && !sliced;
  if (outcome_) {
    const auto* failed = std::get_if<contract::Failed>(&*outcome_);
    // It died after its window was whole: the marks up to then are as good as any.
    const bool late = failed != nullptr && whole &&
                      (failed->cause == contract::Cause::kSignal || failed->cause == contract::Cause::kExit ||
                       failed->cause == contract::Cause::kIncomplete);
    if (!late) return *outcome_;
  }
  if (!window_)
    return contract::Failed{contract::Cause::kIncomplete, format("only {} of the {} batches it takes", marks_.batches(),
                                                                 window_plan_.drain + 1 + window_plan_.batches)};
  if (sliced && !evidence().slices)
    return contract::Failed{contract::Cause::kIncomplete,
                            "its window was whole, but it finished nothing in its slices"};
  return contract::Measured{window_->steady, disturbed_ || window_->machine_change.has_value()};
}

std::vector<std::string> Arm::labels() const {
  std::vector<std::string> out;
  // REQUIREMENTS A9: under 8 warm-up and 160 measured batches.
  if (window_ && (window_->drained < 8 || window_->batches < 160)) out.emplace_back("short");
  if (window_ && ((died_ && outcome_) || died_stopping_)) out.emplace_back("died-after-window");
  if (hung_at_exit_) out.emplace_back("hung-at-exit");
  if (cached_)
    if (const auto label = cache_.not_as_asked(*cached_)) out.push_back(*label);
  return out;
}

}  // namespace feedrate::agent
