#include "feedrate/control/campaign/run_tune.h"

#include <algorithm>
#include <cmath>

#include "feedrate/base/hash.h"
#include "feedrate/control/campaign/run_block.h"
#include "feedrate/control/campaign/tune_memory.h"
#include "feedrate/control/judge/estimate.h"
#include "feedrate/control/judge/interleave.h"
#include "feedrate/host/machine.h"

namespace feedrate::control {
namespace {

// Blocks that confirm, at most, for saying how much is left.
constexpr int kMostConfirming = 12;
// Of a block that others disturb. All that a search says rests on chains of blocks: a link that is off moves whatever
// hangs on it.
constexpr int kMostRepetitions = 3;

class TuneRun {
 public:
  TuneRun(const Plan& plan, const TuneCases& cases, const TuneBudget& budget, Store& store, Runner& runner,
          const RunHooks& hooks)
      : plan_(plan),
        cases_(cases),
        budget_(budget),
        store_(store),
        runner_(runner),
        hooks_(hooks),
        out_{TuneSearch(cases.space, budget.target ? std::optional(std::log(*budget.target)) : std::nullopt),
             {},
             {},
             {},
             {},
             {},
             0,
             0} {}

  Expected<TuneResult> run() {
    for (;;) {
      forbid_the_too_large();
      const auto block = out_.search.next();
      if (block.configurations.empty()) break;
      const auto comparison = comparison_of(block);
      if (!decided_ && plan_.wants_slices(comparison)) FEEDRATE_TRY_STATUS(decide(comparison));
      FEEDRATE_TRY(tried, measure(comparison, block, out_.blocks + 1));
      out_.search.learn(block, tried);
      ++out_.blocks;
      say_best();
    }
    out_.winner = out_.search.winner();
    return std::move(out_);
  }

 private:
  [[nodiscard]] const PlannedCase& case_of(int configuration) const {
    return cases_.cases[static_cast<std::size_t>(configuration)];
  }

  void forbid_the_too_large() {
    for (int i = 0; i < out_.search.configurations(); ++i) {
      const auto needed = memory_.expected(case_of(i).what.settings);
      if (!needed || *needed <= budget_.memory_bytes || out_.memory.count(i) != 0) continue;
      out_.search.forbid(i);
      if (!cases_.space.allowed[static_cast<std::size_t>(i)] || out_.too_large.count(i) != 0) continue;
      out_.too_large[i] = format("would need about {:.1f} GB, and {:.1f} GB are allowed",
                                 static_cast<double>(*needed) / 1e9, static_cast<double>(budget_.memory_bytes) / 1e9);
    }
  }

  [[nodiscard]] Comparison comparison_of(const TuneBlock& block) const {
    Comparison out;
    Hasher hasher;
    hasher.add("tune");
    for (const int each : block.configurations) {
      out.cases.push_back(case_of(each));
      hasher.add(case_of(each).id);
    }
    out.id = hasher.id();
    return out;
  }

  // Whether freezing is harmless, once for the whole search: by the first block of several, whose subject is
  // everybody's.
  Status decide(const Comparison& comparison) {
    decided_ = true;
    FEEDRATE_TRY(records, records_of(comparison, 0));
    out_.alternating = reason_to_alternate(records, host::this_machine().memory_bytes);
    if (out_.alternating) hooks_.note("alternating instead of slicing: " + *out_.alternating);
    return {};
  }

  // All of them alive at once must fit.
  [[nodiscard]] std::optional<std::string> reason_to_take_turns(const Comparison& comparison) const {
    if (out_.alternating) return out_.alternating;
    std::int64_t all = 0;
    for (const auto& each : comparison.cases) all += memory_.expected(each.what.settings).value_or(0);
    if (all <= budget_.memory_bytes) return {};
    return format("all of them alive would need about {:.1f} GB", static_cast<double>(all) / 1e9);
  }

  Expected<std::vector<Tried>> measure(const Comparison& comparison, const TuneBlock& block, int number) {
    FEEDRATE_TRY(records, records_of(comparison, number));
    std::vector<Tried> out;
    bool disturbed = false;
    for (const int configuration : block.configurations) {
      const auto found = std::find_if(records.begin(), records.end(),
                                      [&](const auto& record) { return record.case_id == case_of(configuration).id; });
      Tried tried{configuration, {}};
      if (found != records.end()) {
        take(*found, tried);
        disturbed = disturbed || contract::was_disturbed(found->outcome);
      }
      if (!tried.log_rate && out_.failed.count(configuration) == 0) out_.failed[configuration] = reason(found, records);
      out.push_back(tried);
    }
    out_.disturbed += disturbed ? 1 : 0;
    return out;
  }

  void take(const contract::Record& record, Tried& tried) {
    if (const auto rate = comparable_rate(record)) tried.log_rate = std::log(*rate);
    const auto bytes = record.evidence.process.peak_pss_bytes;
    if (!bytes) return;
    memory_.learn(record.what.settings, *bytes);
    auto& most = out_.memory[tried.configuration];
    most = std::max(most, *bytes);
  }

  static std::string reason(std::vector<contract::Record>::const_iterator found,
                            const std::vector<contract::Record>& records) {
    if (found == records.end()) return "it left no record";
    if (const auto* failed = std::get_if<contract::Failed>(&found->outcome)) return failed->reason;
    if (const auto* unsupported = std::get_if<contract::Unsupported>(&found->outcome)) return unsupported->reason;
    if (std::holds_alternative<contract::Hung>(found->outcome)) return "it hung";
    return "it gave no rate";
  }

  // Runs the block where it was not, and again while others disturb it.
  Expected<std::vector<contract::Record>> records_of(const Comparison& comparison, int number) {
    const std::string id = plan_.block_id(comparison, number);
    FEEDRATE_TRY(done, store_.finished(id));
    if (!done) FEEDRATE_TRY_STATUS(attempt(comparison, number));
    // Decided by what others did, never by what was measured; and only now: another answer of an earlier block would
    // make another search of all that came after it.
    for (int repetition = 0; number > 0 && !done && repetition < kMostRepetitions; ++repetition) {
      FEEDRATE_TRY(disturbed, store_.disturbed(id));
      if (!disturbed || !is_quiet()) break;
      hooks_.note(format("block {} was disturbed by other work and runs once more", number));
      FEEDRATE_TRY_STATUS(attempt(comparison, number));
    }
    std::vector<contract::Record> out;
    Filter filter;
    filter.comparison = comparison.id;
    FEEDRATE_TRY(unreadable, store_.for_each(filter, [&](const contract::Record& record, bool orphan) {
      if (!orphan && record.block_id == id) out.push_back(record);
    }));
    static_cast<void>(unreadable);
    return out;
  }

  // One that stayed busy will be: nobody waits once for every block.
  bool is_quiet() {
    stays_busy_ = stays_busy_ || !hooks_.quiet();
    return !stays_busy_;
  }

  Status attempt(const Comparison& comparison, int number) {
    FEEDRATE_TRY(attempt, store_.next_attempt(plan_.block_id(comparison, number)));
    const auto turns = number == 0 ? std::nullopt : reason_to_take_turns(comparison);
    const auto block = plan_.block(comparison, number, attempt, turns);
    RunEvent event;
    event.blocks_done = out_.blocks;
    const auto& search = out_.search;
    event.blocks_total = out_.blocks +
                         (search.most_trials() - search.trials() + kTuneNewInABlock - 1) / kTuneNewInABlock +
                         kMostConfirming;
    event.blocks_run = blocks_run_;
    event.number = number;
    event.burn_in = number == 0;
    const auto on_progress = [&](const contract::Progress& progress) {
      event.agent = progress;
      hooks_.progress(event);
    };
    FEEDRATE_TRY_STATUS(run_block(block, store_, runner_, on_progress, hooks_.interrupted));
    ++blocks_run_;
    return {};
  }

  void say_best() const {
    const auto best = out_.search.best();
    if (!best) return hooks_.note(format("{} tried, none of them gave a rate", out_.search.trials()));
    for (const auto& each : out_.search.estimates())
      if (each.configuration == *best)
        hooks_.note(format("best so far: {}: {:.0f} samples/s ({} of {} configurations tried)",
                           describe_configuration(cases_, out_.search.places(*best)), std::exp(each.log_rate),
                           out_.search.trials(), out_.search.configurations()));
  }

  const Plan& plan_;
  const TuneCases& cases_;
  const TuneBudget budget_;
  Store& store_;
  Runner& runner_;
  const RunHooks& hooks_;
  TuneResult out_;
  TuneMemory memory_;
  std::int64_t blocks_run_ = 0;
  bool decided_ = false;
  bool stays_busy_ = false;
};

}  // namespace

Expected<TuneResult> run_tune(const Plan& plan, const TuneCases& cases, const TuneBudget& budget, Store& store,
                              Runner& runner, const RunHooks& hooks) {
  return TuneRun(plan, cases, budget, store, runner, hooks).run();
}

}  // namespace feedrate::control
