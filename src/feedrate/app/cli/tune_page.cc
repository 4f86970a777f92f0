#include "feedrate/app/cli/tune_page.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "feedrate/base/json.h"
#include "feedrate/control/report/layout.h"

namespace feedrate::app {
namespace {

using control::TuneEstimate;

// A step that brings less is beyond the knee.
constexpr double kKnee = 0.05;

const TuneEstimate* estimate_of(const std::vector<TuneEstimate>& all, int configuration) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.configuration == configuration; });
  return found == all.end() ? nullptr : &*found;
}

double best_log(const std::vector<TuneEstimate>& all) {
  double out = -INFINITY;
  for (const auto& each : all) out = std::max(out, each.log_rate);
  return out;
}

std::string change_text(double log) { return format("{:+.1f} %", 100 * std::expm1(log)); }

const contract::Settings& settings_of(const TunePage& page, int configuration) {
  return page.cases->cases[static_cast<std::size_t>(configuration)].what.settings;
}

std::string named(const TunePage& page, int configuration) {
  return control::describe_configuration(*page.cases, page.result->search.places(configuration));
}

// Why this one: what the next larger would bring, and what the winner and its rival are to each other.
std::string reason(const TunePage& page, const std::vector<TuneEstimate>& all) {
  const auto& winner = *page.result->winner;
  const auto* its = estimate_of(all, winner.configuration);
  const double loss = its->log_rate - best_log(all);
  const bool gives_target = page.budget.target && its->log_rate >= std::log(*page.budget.target);
  std::string out = gives_target ? "the smallest that gives what was asked" : "the fastest";
  if (!gives_target && !(loss >= 0 && winner.separated))
    out = loss > -control::kTuneTie
              ? format("the smallest of those within {:.0f} % of the fastest", 100 * control::kTuneTie)
              : "the smallest of the last ones that tie";
  if (!winner.rival) return out + "; there was no other";
  const std::string interval =
      winner.interval ? format(" [{}, {}]", change_text(winner.interval->low), change_text(winner.interval->high)) : "";
  return out + format("; against {}: {}{} in {} fresh blocks{}", named(page, *winner.rival),
                      change_text(winner.logs.mean), interval, winner.logs.n, winner.separated ? "" : ": a tie");
}

// The fewest workers from which on more of them bring little; of each number the best that was seen.
std::string knee(const TunePage& page, const std::vector<TuneEstimate>& all) {
  std::map<int, double> curve;  // workers -> log rate
  for (const auto& each : all) {
    const auto [found, is_new] = curve.emplace(settings_of(page, each.configuration).workers, each.log_rate);
    found->second = std::max(found->second, each.log_rate);
  }
  for (auto at = curve.begin(); at != curve.end(); ++at) {
    if (at->second < best_log(all) + std::log1p(-kKnee)) continue;
    const auto next = std::next(at);
    if (next == curve.end()) return format("at {} workers, the most that were tried: it may still rise", at->first);
    return format("at {} workers; {} bring {}", at->first, next->first, change_text(next->second - at->second));
  }
  return "none";
}

// About the rate that is printed, which is that of an ordinary block: the blocks that the winner ran in may have been
// the faster ones.
std::optional<stats::Interval> rate_interval(const TunePage& page) {
  const auto& search = page.result->search;
  const int winner = page.result->winner->configuration;
  const auto summary = stats::summarise(search.logs_of(winner));
  const auto interval = stats::mean_interval(summary, 0.95);
  if (!interval) return {};
  const double off = estimate_of(search.estimates(), winner)->log_rate - summary.mean;
  return stats::Interval{std::exp(interval->low + off), std::exp(interval->high + off)};
}

}  // namespace

std::optional<TargetState> target_state(const TunePage& page) {
  if (!page.budget.target) return {};
  const auto interval = rate_interval(page);
  if (interval && interval->low >= *page.budget.target) return TargetState::kReached;
  if (interval && interval->high < *page.budget.target) return TargetState::kNotReached;
  return TargetState::kUnclear;
}

std::vector<std::string> lines_to_paste(const TunePage& page) {
  const auto& settings = settings_of(page, page.result->winner->configuration);
  const auto word = [](bool value) { return value ? "True" : "False"; };
  std::vector<std::string> out;
  if (page.subject.starts_with("torch"))
    out.push_back(
        format("DataLoader(..., batch_size={}, num_workers={}, prefetch_factor={}, pin_memory={}, "
               "persistent_workers={})",
               settings.batch, settings.workers, settings.workers == 0 ? "None" : std::to_string(settings.prefetch),
               word(settings.pin_memory), word(settings.persistent_workers && settings.workers > 0)));
  out.push_back(format("axes: {{workers: [{}], batch: [{}], prefetch: [{}]{}{}{}}}", settings.workers, settings.batch,
                       settings.prefetch, settings.cpus ? format(", cpus: [{}]", *settings.cpus) : "",
                       settings.pin_memory ? ", pin_memory: [true]" : "",
                       settings.persistent_workers ? ", persistent_workers: [true]" : ""));
  return out;
}

std::string render_tune_terminal(const TunePage& page, const control::Screen& screen) {
  using control::Column;
  using control::Style;
  const auto& result = *page.result;
  const auto all = result.search.estimates();
  const auto& winner = *result.winner;
  const auto line = [&](const std::string& text) {
    return control::wrapped(text, screen.width, 2, 4, Style::kPlain, screen);
  };
  std::string out = control::wrapped(
      format("feedrate tune {} · {} · {} of {} configurations tried in {} blocks", page.subject,
             page.budget.target ? format("at least {:.0f} samples/s", *page.budget.target) : "as fast as possible",
             result.search.trials(), result.search.configurations(), result.blocks),
      screen.width, 0, 2, Style::kBold, screen);
  std::vector<Column> columns;
  for (const auto& axis : page.cases->axes)
    if (axis.values.size() > 1) columns.push_back({axis.name, {}, true});
  columns.push_back({"samples/s", {}, true});
  columns.push_back({"of best", {}, true});
  columns.push_back({"memory", {}, true});
  columns.push_back({"blocks", {}, true});
  columns.push_back({"", {}, false});
  std::vector<Style> styles;
  for (const auto& each : all) {
    const auto places = result.search.places(each.configuration);
    std::size_t column = 0;
    for (std::size_t i = 0; i < places.size(); ++i)
      if (page.cases->axes[i].values.size() > 1)
        columns[column++].cells.push_back(page.cases->axes[i].values[static_cast<std::size_t>(places[i])]);
    const auto memory = result.memory.find(each.configuration);
    columns[column++].cells.push_back(format("{:.0f}", std::exp(each.log_rate)));
    columns[column++].cells.push_back(format("{:.2f}", std::exp(each.log_rate - best_log(all))));
    columns[column++].cells.push_back(
        memory == result.memory.end() ? "" : format("{:.2f} GB", static_cast<double>(memory->second) / 1e9));
    columns[column++].cells.push_back(std::to_string(each.blocks));
    const bool wins = each.configuration == winner.configuration;
    columns[column].cells.emplace_back(wins ? "take this" : "");
    styles.push_back(wins ? Style::kBold : Style::kPlain);
  }
  out += control::aligned(columns, styles, screen) + "\n";
  for (const auto& [configuration, why] : result.failed)
    if (estimate_of(all, configuration) == nullptr)
      out += line(format("failed: {}: {}", named(page, configuration), why));
  for (const auto& each : page.cases->forbidden)
    out += line(format("left out: {}: {}", control::describe_case(each.what), each.reason));
  for (const auto& [configuration, why] : result.too_large)
    out += line(format("left out: {}: it {}", named(page, configuration), why));
  const auto* its = estimate_of(all, winner.configuration);
  const auto interval = rate_interval(page);
  out += line(format("take: {}: {:.0f} samples/s{}", named(page, winner.configuration), std::exp(its->log_rate),
                     interval ? format(" [{:.0f}, {:.0f}]", interval->low, interval->high) : ""));
  out += line("why: " + reason(page, all));
  out += line("knee: " + knee(page, all));
  if (const auto state = target_state(page)) {
    const char* words[] = {"reached", "NOT REACHED: nothing that was tried gives it",
                           "CANNOT TELL: the interval holds it"};
    out += line(format("target {:.0f} samples/s: {}", *page.budget.target, words[static_cast<int>(*state)]));
  }
  if (result.alternating) out += line("not sliced: " + *result.alternating);
  if (result.disturbed > 0) out += line(format("other work disturbed {} of the blocks", result.disturbed));
  out += line("to paste:");
  for (const auto& each : lines_to_paste(page)) out += "    " + each + "\n";
  return out;
}

std::string render_tune_json(const TunePage& page) {
  const auto& result = *page.result;
  const auto all = result.search.estimates();
  const auto configuration = [&](int number) {
    Value out = Value::map();
    const auto& settings = settings_of(page, number);
    out.set("workers", Value::integer(settings.workers));
    out.set("batch", Value::integer(settings.batch));
    out.set("prefetch", Value::integer(settings.prefetch));
    out.set("cpus", settings.cpus ? Value::integer(*settings.cpus) : Value());
    out.set("pin_memory", Value::boolean(settings.pin_memory));
    out.set("persistent_workers", Value::boolean(settings.persistent_workers));
    if (const auto* estimate = estimate_of(all, number)) {
      out.set("rate", Value::real(std::exp(estimate->log_rate)));
      out.set("of_best", Value::real(std::exp(estimate->log_rate - best_log(all))));
      out.set("blocks", Value::integer(estimate->blocks));
    }
    if (const auto memory = result.memory.find(number); memory != result.memory.end())
      out.set("pss_bytes", Value::integer(memory->second));
    return out;
  };
  Value out = Value::map();
  out.set("subject", Value::text(page.subject));
  out.set("target", page.budget.target ? Value::real(*page.budget.target) : Value());
  out.set("configurations", Value::integer(result.search.configurations()));
  out.set("tried", Value::integer(result.search.trials()));
  out.set("blocks", Value::integer(result.blocks));
  out.set("disturbed", Value::integer(result.disturbed));
  out.set("take", configuration(result.winner->configuration));
  if (const auto interval = rate_interval(page)) {
    Value ends = Value::map();
    ends.set("low", Value::real(interval->low));
    ends.set("high", Value::real(interval->high));
    out.set("rate_interval", std::move(ends));
  }
  out.set("why", Value::text(reason(page, all)));
  out.set("knee", Value::text(knee(page, all)));
  if (result.winner->rival) {
    Value rival = configuration(*result.winner->rival);
    rival.set("change", Value::real(std::expm1(result.winner->logs.mean)));
    rival.set("separated", Value::boolean(result.winner->separated));
    rival.set("fresh_blocks", Value::integer(static_cast<std::int64_t>(result.winner->logs.n)));
    out.set("against", std::move(rival));
  }
  if (const auto state = target_state(page)) {
    const char* words[] = {"reached", "not reached", "cannot tell"};
    out.set("target_state", Value::text(words[static_cast<int>(*state)]));
  }
  Value curve = Value::list();
  for (const auto& each : all) curve.items().push_back(configuration(each.configuration));
  out.set("curve", std::move(curve));
  Value left_out = Value::list();
  const auto leave_out = [&](const std::string& what, const std::string& why) {
    Value row = Value::map();
    row.set("configuration", Value::text(what));
    row.set("reason", Value::text(why));
    left_out.items().push_back(std::move(row));
  };
  for (const auto& each : page.cases->forbidden) leave_out(control::describe_case(each.what), each.reason);
  for (const auto& [number, why] : result.too_large) leave_out(named(page, number), why);
  for (const auto& [number, why] : result.failed)
    if (estimate_of(all, number) == nullptr) leave_out(named(page, number), why);
  out.set("left_out", std::move(left_out));
  Value paste = Value::list();
  for (const auto& each : lines_to_paste(page)) paste.items().push_back(Value::text(each));
  out.set("paste", std::move(paste));
  return pretty_json(out) + "\n";
}

}  // namespace feedrate::app
