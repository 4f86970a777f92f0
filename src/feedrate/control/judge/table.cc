#include "feedrate/control/judge/table.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "feedrate/base/suggest.h"
#include "feedrate/control/judge/findings.h"
#include "feedrate/stats/ratio.h"

namespace feedrate::control {
namespace {

constexpr const char* kRuler = "native";
constexpr const char* kOtherwise = "\u2260";
constexpr double kMoreThanOne = 1.5;  // threads that want to run
constexpr double kBesideWorkers = 3;  // threads that a loader may have beside its workers: who hands out, reads, pins

Status check_reference(const std::vector<Arm>& arms, const std::string& reference) {
  std::set<std::string> names;
  for (const auto& arm : arms) names.insert(arm.subject);
  if (names.empty() || names.count(reference) > 0) return {};
  const std::vector<std::string> choices(names.begin(), names.end());
  return input_error(format("the reference \"{}\" is not among the subjects of these results; expected {}", reference,
                            either(choices)));
}

const Arm* find_reference(const std::vector<const Arm*>& arms, const JudgeOptions& options) {
  const auto named = [&](const std::string& subject) -> const Arm* {
    const auto at = std::find_if(arms.begin(), arms.end(), [&](const Arm* arm) { return arm->subject == subject; });
    return at == arms.end() ? nullptr : *at;
  };
  if (options.reference) return named(*options.reference);
  if (const Arm* ruler = named(kRuler); ruler != nullptr) return ruler;
  // One without a rate would leave everybody without a ratio.
  const auto rated = std::find_if(arms.begin(), arms.end(), [](const Arm* arm) {
    return rate_of(*arm).has_value() && row_of(*arm, {}).unranked.empty();
  });
  return rated != arms.end() ? *rated : arms.front();
}

std::string why_no_ratio(const TableRow& row, const TableRow* reference, const JudgeOptions& options) {
  if (reference == nullptr) return format("{} is not in this comparison", *options.reference);
  if (!row.rate) return row.rate_missing;
  if (!row.unranked.empty()) return row.unranked;
  if (!reference->unranked.empty()) return format("{}: {}", reference->name, reference->unranked);
  if (!reference->rate) return format("{}: {}", reference->name, reference->rate_missing);
  return format("no block has a rate of both it and {}", reference->name);
}

void name_rows(std::vector<TableRow>& rows) {
  std::multiset<std::string> subjects;
  for (const auto& row : rows) subjects.insert(row.subject);
  for (auto& row : rows)
    if (subjects.count(row.subject) > 1) row.name = row.subject + "@" + short_id(row.build);
}

std::optional<Pieces> pieces_of(const contract::Record& record) {
  const auto* media = contract::media_of(record.what);
  if (media == nullptr) return {};
  if (const auto* video = std::get_if<contract::Video>(media)) return Pieces{"frames", video->frames};
  if (const auto* tokens = std::get_if<contract::Tokens>(media)) return Pieces{"tokens", tokens->length};
  return {};
}

bool may_be_ranked(const TableRow& row) { return row.rate && row.unranked.empty(); }

// Rows are in the order of their arms.
void rank_rows(const std::vector<const Arm*>& arms, std::vector<TableRow>& rows) {
  std::vector<const Arm*> rivals;
  std::vector<TableRow*> theirs;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!may_be_ranked(rows[i])) continue;
    rivals.push_back(arms[i]);
    theirs.push_back(&rows[i]);
  }
  const auto ranks = ranks_of(rivals);
  for (std::size_t i = 0; i < ranks.size(); ++i) theirs[i]->rank = ranks[i];
}

bool stands_before(const TableRow& a, const TableRow& b) {
  const auto key = [](const TableRow& row) {
    return std::tuple(!row.is_reference, !row.rank, row.rank ? row.rank->first : 0);
  };
  return key(a) < key(b);
}

TableGroup group_of(const std::vector<const Arm*>& arms, const CaseParts& parts, const JudgeOptions& options) {
  TableGroup out;
  out.comparison = arms.front()->comparison;
  out.parts = parts;
  out.profile = arms.front()->profile;
  out.interleaving = interleaving_of(arms);
  out.pieces = pieces_of(*arms.front()->cells.front());
  const Arm* reference = find_reference(arms, options);
  const bool has_ratios = reference != nullptr && row_of(*reference, parts).unranked.empty();
  for (const auto* arm : arms) {
    TableRow row = row_of(*arm, parts);
    row.is_reference = arm == reference;
    if (has_ratios && !row.is_reference && row.unranked.empty())
      row.ratio = paired_ratio(*arm, *reference, options.tolerance);
    out.rows.push_back(std::move(row));
  }
  name_rows(out.rows);
  rank_rows(arms, out.rows);
  std::stable_sort(out.rows.begin(), out.rows.end(),
                   [](const TableRow& a, const TableRow& b) { return stands_before(a, b); });
  const TableRow* first = reference != nullptr ? &out.rows.front() : nullptr;
  if (first != nullptr) out.reference = first->name;
  for (auto& row : out.rows)
    if (!row.is_reference && !row.ratio) row.ratio_missing = why_no_ratio(row, first, options);
  return out;
}

bool stands_before(const TableGroup& a, const TableGroup& b) {
  if (earlier(a.parts, b.parts)) return true;
  if (earlier(b.parts, a.parts)) return false;
  return std::tie(a.profile, a.comparison) < std::tie(b.profile, b.comparison);
}

// "warm", or "cold in 3, mixed in 2 blocks".
std::string cache_of(const Arm& arm) {
  std::map<std::string, int> states;
  for (const auto* cell : arm.cells)
    if (const auto& cache = cell->evidence.cache; cache && cache->state) ++states[name_of(*cache->state)];
  if (states.empty()) return {};
  if (states.size() == 1) return states.begin()->first;
  std::string out;
  for (const auto& [state, cells] : states) out += format("{}{} in {}", out.empty() ? "" : ", ", state, cells);
  return out + " blocks";
}

std::optional<Gaps> gaps_of(const Arm& arm) {
  std::vector<Gaps> all;
  for (const auto* cell : arm.cells)
    if (const auto& window = cell->evidence.window)
      if (std::holds_alternative<contract::Measured>(cell->outcome) && window->gap_p99 > 0)
        all.push_back({window->gap_p50, window->gap_p90, window->gap_p99});
  if (all.empty()) return {};
  const auto middle = [&](double Gaps::*which) {
    std::vector<double> values;
    for (const auto& each : all) values.push_back(each.*which);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
  };
  return Gaps{middle(&Gaps::p50), middle(&Gaps::p90), middle(&Gaps::p99)};
}

// Threads that want to run at once: the fewest in any cell, since others may have kept them waiting.
double threads_at_once(const Arm& arm) {
  std::optional<double> fewest;
  for (const auto* cell : arm.cells)
    if (const auto& cpu = cell->evidence.cpu; cpu && cpu->runnable)
      fewest = std::min(fewest.value_or(*cpu->runnable), *cpu->runnable);
  return fewest.value_or(0);
}

// Why an arm that has them is not compared with others; empty where they are what was asked for.
std::string too_many_threads(const Arm& arm, double threads) {
  const auto& what = arm.cells.back()->what;
  if (what.settings.threads == contract::ThreadPolicy::kMicroSingle) {
    if (threads <= kMoreThanOne) return {};
    return format("one is asked for, and {:.1f} of its own want to run at once", threads);
  }
  // Without workers it is the library's threads that do the work, and nobody said how many.
  if (!std::holds_alternative<contract::LoaderWork>(what.work) || what.settings.workers == 0 ||
      threads <= what.settings.workers + kBesideWorkers)
    return {};
  return format("{} workers are asked for, and {:.1f} threads of its own want to run at once", what.settings.workers,
                threads);
}

// A label is the person's word for it; what did other work is no rival either.
void note_what_is_not_ranked(const Arm& arm, TableRow& row) {
  auto& labels = row.outcome.labels;
  if (const auto& said = arm.cells.back()->footnote) {
    if (said->label) {
      labels.insert(labels.begin(), {*said->label, static_cast<int>(arm.cells.size())});
      row.unranked = *said->label;
    }
    const std::string note = said->note.value_or("not ranked");
    row.outcome.notes.push_back(said->label ? format("{}: {}", *said->label, note) : note);
  }
  if (const auto why = too_many_threads(arm, threads_at_once(arm)); !why.empty()) {
    labels.insert(labels.begin(), {"threads", static_cast<int>(arm.cells.size())});
    row.outcome.notes.push_back(format("threads: {}; not ranked", why));
    row.unranked = "threads";
  }
  row.conforms = conformance_of(arm);
  if (row.conforms && !row.conforms->accepted.empty())
    row.outcome.notes.push_back(format("{}; the recipe accepts that: {}", row.conforms->text, row.conforms->accepted));
  if (!row.conforms || row.conforms->same) return;
  // Loaders are looked at in one block, which stands for all.
  const bool is_loader = std::holds_alternative<contract::LoaderWork>(arm.cells.back()->what.work);
  labels.insert(labels.begin(), {kOtherwise, is_loader ? static_cast<int>(arm.cells.size()) : row.conforms->cells});
  row.outcome.notes.push_back(format("{} {}; not ranked", kOtherwise, row.conforms->text));
  row.unranked = kOtherwise;
}

std::vector<std::string> not_measured_in(const std::vector<Arm>& arms) {
  bool untested = false;
  bool cache_unknown = false;
  std::set<std::string> uncompared;
  bool some_compared = false;
  for (const auto& arm : arms) {
    const bool is_compared = conformance_of(arm).has_value();
    some_compared = some_compared || is_compared;
    for (const auto* cell : arm.cells) {
      const auto* ended = std::get_if<contract::Measured>(&cell->outcome);
      if (ended != nullptr && !is_compared) uncompared.insert(arm.subject);
      untested = untested || (ended != nullptr && !ended->steady);
      cache_unknown = cache_unknown || (ended != nullptr && !(cell->evidence.cache && cell->evidence.cache->state));
    }
  }
  std::vector<std::string> out;
  if (!uncompared.empty() && !some_compared) out.emplace_back("whether the subjects' outputs agree");
  if (!uncompared.empty() && some_compared) {
    std::string names;
    for (const auto& name : uncompared) names += format("{}{}", names.empty() ? "" : ", ", name);
    out.push_back(format("whether the output of {} is the same", names));
  }
  if (cache_unknown) out.emplace_back("the state of the page cache");
  if (untested) out.insert(out.begin(), "whether the windows were steady");
  return out;
}

}  // namespace

std::optional<PairedRatio> paired_ratio(const Arm& x, const Arm& reference, double tolerance) {
  const Pairs pairs = pair_blocks(x, reference);
  if (pairs.logs.empty()) return {};
  const auto logs = stats::summarise(pairs.logs);
  const auto estimate = stats::ratio_of_logs(logs, kLevel);
  return PairedRatio{estimate.ratio, estimate.interval,           static_cast<int>(logs.n),    pairs.by,
                     pairs.left_out, stats::visible_effect(logs), judge_logs(logs, tolerance), node_effect(pairs)};
}

bool is_settled(const TableGroup& group) {
  const auto& rows = group.rows;
  if (std::none_of(rows.begin(), rows.end(), [](const TableRow& row) { return row.rank.has_value(); }))
    return std::count_if(rows.begin(), rows.end(), may_be_ranked) < 2;
  return std::all_of(rows.begin(), rows.end(),
                     [](const TableRow& row) { return !row.rank || row.rank->first == row.rank->last; });
}

TableRow row_of(const Arm& arm, const CaseParts& parts) {
  TableRow out;
  out.case_id = arm.case_id;
  out.case_text = case_text(parts, arm.subject);
  out.subject = arm.subject;
  out.build = arm.build;
  out.name = arm.subject;
  out.scope = scope_of(*arm.cells.front());
  out.outcome = summarise_outcomes(arm);
  out.rate = rate_of(arm);
  if (!out.rate) {
    const auto kind = out.outcome.kind;
    out.rate_missing = kind == OutcomeKind::kMeasured ? "no solo window in its records" : name_of(kind);
  }
  out.blocks = static_cast<int>(arm.cells.size());
  const auto measured = std::count_if(arm.cells.begin(), arm.cells.end(), [](const auto* cell) {
    return std::holds_alternative<contract::Measured>(cell->outcome);
  });
  if (out.rate && out.rate->n < measured)
    out.outcome.notes.push_back(
        format("{} of {} blocks measured without a solo window", measured - out.rate->n, out.blocks));
  for (const auto& finding : findings_of(arm))
    out.outcome.notes.push_back(finding.cells == out.blocks
                                    ? finding.sentence
                                    : format("in {} of {} blocks {}", finding.cells, out.blocks, finding.sentence));
  note_what_is_not_ranked(arm, out);
  out.cache = cache_of(arm);
  for (const auto* cell : arm.cells) {
    out.cells.push_back(cell->id);
    if (std::holds_alternative<contract::Measured>(cell->outcome) && cell->evidence.window &&
        cell->evidence.window->rate > 0)
      out.by_block.push_back({cell->block, cell->evidence.window->rate});
  }
  out.gaps = gaps_of(arm);
  return out;
}

Expected<Table> judge_table(std::span<const contract::Record> finished, const JudgeOptions& options) {
  FEEDRATE_TRY_STATUS(check_tolerance(options.tolerance));
  const Arms found = arms_of(finished);
  if (options.reference) FEEDRATE_TRY_STATUS(check_reference(found.arms, *options.reference));
  const auto parts = describe(found.arms);
  Table out;
  out.left_out = found.left_out;
  out.not_measured = not_measured_in(found.arms);
  for (std::size_t i = 0; i < found.arms.size();) {
    const Arm& first = found.arms[i];
    std::vector<const Arm*> group;
    for (; i < found.arms.size(); ++i) {
      if (found.arms[i].comparison != first.comparison || found.arms[i].profile != first.profile) break;
      group.push_back(&found.arms[i]);
    }
    out.groups.push_back(group_of(group, parts.at(first.comparison), options));
  }
  std::sort(out.groups.begin(), out.groups.end(),
            [](const TableGroup& a, const TableGroup& b) { return stands_before(a, b); });
  return out;
}

}  // namespace feedrate::control
