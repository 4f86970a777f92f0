#include "feedrate/control/campaign/run_plan.h"

#include <algorithm>
#include <map>

#include "feedrate/base/hash.h"
#include "feedrate/base/random.h"
#include "feedrate/control/campaign/run_block.h"
#include "feedrate/control/judge/interleave.h"
#include "feedrate/control/judge/table.h"
#include "feedrate/host/machine.h"

namespace feedrate::control {
namespace {

class PlanRun {
 public:
  PlanRun(const Plan& plan, Store& store, Runner& runner, const RunHooks& hooks)
      : plan_(plan), store_(store), runner_(runner), hooks_(hooks) {}

  Expected<RunResult> run() {
    count_blocks();
    // Block by block over all comparisons, so that a run that is stopped has something of everything.
    for (int number = 0; number <= plan_.inputs().config.measure.blocks; ++number) {
      FEEDRATE_TRY_STATUS(for_each_comparison(number, [&](const Comparison& comparison) -> Status {
        if (plan_.is_asked_for(comparison) && (number > 0 || plan_.wants_burn_in(comparison)))
          return step(comparison, number);
        return {};
      }));
    }
    FEEDRATE_TRY_STATUS(repeat_disturbed());
    return result_;
  }

 private:
  // Operations share processes: in each block they come in an order of its own, so that none is always measured behind
  // the same one.
  template <class Visit>
  Status for_each_comparison(int number, const Visit& visit) {
    Status status;
    if (plan_.inputs().config.scope != contract::Scope::kTransform) {
      plan_.for_each_comparison([&](const Comparison& comparison) {
        status = visit(comparison);
        return status.has_value();
      });
      return status;
    }
    std::vector<Comparison> all;
    plan_.for_each_comparison([&](const Comparison& comparison) {
      all.push_back(comparison);
      return true;
    });
    Random(seed_of(hash_id("operations", plan_.id(), std::to_string(number)))).shuffle(all);
    for (const auto& each : all) FEEDRATE_TRY_STATUS(visit(each));
    return status;
  }

  void count_blocks() {
    plan_.for_each_comparison([&](const Comparison& comparison) {
      if (!plan_.is_asked_for(comparison)) return true;
      event_.blocks_total += plan_.inputs().config.measure.blocks;
      if (plan_.wants_burn_in(comparison)) ++event_.blocks_total;
      return true;
    });
  }

  Status step(const Comparison& comparison, int number) {
    const std::string id = plan_.block_id(comparison, number);
    FEEDRATE_TRY(done, store_.finished(id));
    if (done) {
      ++result_.blocks_skipped;
      ++event_.blocks_done;
      return {};
    }
    FEEDRATE_TRY(needed, is_needed(comparison, number));
    if (!needed) {
      ++result_.blocks_unneeded;
      --event_.blocks_total;
      return {};
    }
    std::optional<std::string> alternate;
    if (number > 0 && plan_.wants_slices(comparison)) {
      FEEDRATE_TRY(reason, decide(comparison));
      alternate = reason;
    }
    return attempt(comparison, number, alternate);
  }

  Status attempt(const Comparison& comparison, int number, const std::optional<std::string>& alternate) {
    FEEDRATE_TRY(attempt, store_.next_attempt(plan_.block_id(comparison, number)));
    FEEDRATE_TRY_STATUS(run_block(plan_.block(comparison, number, attempt, alternate)));
    ++result_.blocks_run;
    ++event_.blocks_run;
    ++event_.blocks_done;
    return {};
  }

  // Decided by what others did, never by what was measured.
  Status repeat_disturbed() {
    Status status;
    for (int number = 1; number <= plan_.inputs().config.measure.blocks && status; ++number)
      plan_.for_each_comparison([&](const Comparison& comparison) {
        if (plan_.is_asked_for(comparison)) status = repeat_if_disturbed(comparison, number);
        return status.has_value();
      });
    if (status && result_.blocks_disturbed > 0)
      hooks_.note(format(
          "{} blocks were disturbed by other work, and the machine is still busy; call it again when it is quiet",
          result_.blocks_disturbed));
    return status;
  }

  Status repeat_if_disturbed(const Comparison& comparison, int number) {
    FEEDRATE_TRY(wanted, store_.to_repeat(plan_.block_id(comparison, number)));
    if (!wanted) return {};
    // One that was still busy will be: nobody waits once for every block.
    if (result_.blocks_disturbed > 0 || !hooks_.quiet()) {
      ++result_.blocks_disturbed;
      return {};
    }
    hooks_.note(format("block {} was disturbed by other work and runs once more", number));
    std::optional<std::string> alternate;
    if (plan_.wants_slices(comparison)) {
      FEEDRATE_TRY(reason, decide(comparison));
      alternate = reason;
    }
    ++event_.blocks_total;
    return attempt(comparison, number, alternate);
  }

  Status run_block(const contract::BlockSpec& block) {
    event_.number = block.number;
    event_.burn_in = block.number == 0;
    const auto on_progress = [&](const contract::Progress& progress) {
      event_.agent = progress;
      hooks_.progress(event_);
    };
    return control::run_block(block, store_, runner_, on_progress, hooks_.interrupted);
  }

  // By the blocks up to the last look before it, so that a run that was stopped decides as one that was not.
  Expected<bool> is_needed(const Comparison& comparison, int number) {
    const int look = look_before(number);
    if (!plan_.inputs().config.measure.grow || look == 0) return true;
    if (const auto known = needed_.find({comparison.id, look}); known != needed_.end()) return known->second;
    FEEDRATE_TRY(records, records_of(comparison, [look](const auto& record) { return record.block <= look; }));
    FEEDRATE_TRY(table, judge_table(records, {}));
    const bool needed = !std::all_of(table.groups.begin(), table.groups.end(), is_settled);
    needed_[{comparison.id, look}] = needed;
    return needed;
  }

  // Those of finished blocks that `counts` says yes to.
  template <class Counts>
  Expected<std::vector<contract::Record>> records_of(const Comparison& comparison, const Counts& counts) {
    std::vector<contract::Record> out;
    Filter filter;
    filter.plan = plan_.id();
    filter.comparison = comparison.id;
    FEEDRATE_TRY(unreadable, store_.for_each(filter, [&](const contract::Record& record, bool orphan) {
      if (!orphan && counts(record)) out.push_back(record);
    }));
    static_cast<void>(unreadable);
    return out;
  }

  // From the burn-in's records, the same on every call.
  Expected<std::optional<std::string>> decide(const Comparison& comparison) {
    if (const auto known = decided_.find(comparison.id); known != decided_.end()) return known->second;
    const std::string burn_in = plan_.block_id(comparison, 0);
    FEEDRATE_TRY(records, records_of(comparison, [&](const auto& record) { return record.block_id == burn_in; }));
    auto reason = reason_to_alternate(records, host::this_machine().memory_bytes);
    if (reason) hooks_.note("alternating instead of slicing: " + *reason);
    return decided_.emplace(comparison.id, std::move(reason)).first->second;
  }

  const Plan& plan_;
  Store& store_;
  Runner& runner_;
  const RunHooks& hooks_;
  RunEvent event_;
  RunResult result_;
  std::map<std::string, std::optional<std::string>> decided_;
  std::map<std::pair<std::string, int>, bool> needed_;  // by comparison and look
};

}  // namespace

Expected<RunResult> run_plan(const Plan& plan, Store& store, Runner& runner, const RunHooks& hooks) {
  return PlanRun(plan, store, runner, hooks).run();
}

}  // namespace feedrate::control
