#include "feedrate/control/campaign/tune_search.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>

#include "feedrate/base/error.h"
#include "feedrate/stats/sequential.h"

namespace feedrate::control {
namespace {

// Another peak is looked at when it is no further below the best.
constexpr double kOtherPeak = 0.1;
// An axis of so few values is tried whole.
constexpr int kShortAxis = 4;
constexpr int kFewestTrials = 6;
// Places between which there may be a peak though both ends tie.
constexpr int kWideGap = 4;
// After how many fresh blocks the last ones are looked at.
constexpr int kLooks[] = {5, 8, 12};
constexpr double kAlpha = 0.025;  // on each side

void add(std::vector<int>& to, int configuration) {
  if (std::find(to.begin(), to.end(), configuration) == to.end()) to.push_back(configuration);
}

}  // namespace

struct TuneSearch::Known {
  std::vector<std::optional<double>> worth;  // of each configuration
  std::optional<int> best;
  std::optional<int> smallest;  // of those that tie with it, or reach the target as it does

  [[nodiscard]] std::optional<double> at(int configuration) const {
    return worth[static_cast<std::size_t>(configuration)];
  }
  [[nodiscard]] bool tie(int a, int b) const { return std::abs(*at(a) - *at(b)) < kTuneTie; }
};

TuneSearch::TuneSearch(TuneSpace space, std::optional<double> log_target)
    : space_(std::move(space)), log_target_(log_target), started_(space_.allowed.size(), false) {
  std::size_t all = 1;
  for (const int length : space_.lengths) all *= static_cast<std::size_t>(length);
  FEEDRATE_CHECK(!space_.lengths.empty() && space_.home.size() == space_.lengths.size() &&
                 all == space_.allowed.size());
}

void TuneSearch::learn(const TuneBlock& block, const std::vector<Tried>& tried) {
  const int number = static_cast<int>(blocks_.size());
  blocks_.push_back(block);
  for (const auto& each : tried) {
    started_[static_cast<std::size_t>(each.configuration)] = true;
    if (each.log_rate) seen_.push_back({number, each.configuration, *each.log_rate});
  }
}

std::vector<int> TuneSearch::places(int configuration) const {
  std::vector<int> out(space_.lengths.size());
  for (std::size_t axis = out.size(); axis-- > 0;) {
    out[axis] = configuration % space_.lengths[axis];
    configuration /= space_.lengths[axis];
  }
  return out;
}

int TuneSearch::at(std::vector<int> places, std::size_t axis, int place) const {
  places[axis] = place;
  int out = 0;
  for (std::size_t i = 0; i < places.size(); ++i) out = out * space_.lengths[i] + places[i];
  return out;
}

bool TuneSearch::is_open(int configuration) const {
  return space_.allowed[static_cast<std::size_t>(configuration)] && !started_[static_cast<std::size_t>(configuration)];
}

std::size_t TuneSearch::main_axis() const {
  const auto longest = std::max_element(space_.lengths.begin(), space_.lengths.end());
  return static_cast<std::size_t>(longest - space_.lengths.begin());
}

int TuneSearch::trials() const { return static_cast<int>(std::count(started_.begin(), started_.end(), true)); }

int TuneSearch::most_trials() const {
  return space_.is_tried_whole ? configurations() : std::max(kFewestTrials, configurations() / 3);
}

double TuneSearch::worth(double log_rate) const { return log_target_ ? std::min(log_rate, *log_target_) : log_rate; }

// Of several of which the best is worth so much. What is below a target by however little does not reach it.
double TuneSearch::enough(double most) const { return log_target_ && most >= *log_target_ ? most : most - kTuneTie; }

TuneSearch::Known TuneSearch::known(bool with_fresh) const {
  std::vector<stats::Observation> used;
  for (const auto& each : seen_)
    if (with_fresh || !blocks_[static_cast<std::size_t>(each.block)].confirms) used.push_back(each);
  const auto effects = stats::fit_effects(used, static_cast<int>(blocks_.size()), configurations());
  Known out;
  for (const auto& log : effects.logs) out.worth.push_back(log ? std::optional(worth(*log)) : std::nullopt);
  for (int i = 0; i < configurations(); ++i)
    if (out.at(i) && (!out.best || *out.at(i) > *out.at(*out.best))) out.best = i;
  for (int i = 0; i < configurations() && !out.smallest; ++i)
    if (out.at(i) && *out.at(i) >= enough(*out.at(*out.best))) out.smallest = i;
  return out;
}

std::vector<TuneEstimate> TuneSearch::estimates() const {
  const auto effects = stats::fit_effects(seen_, static_cast<int>(blocks_.size()), configurations());
  std::vector<TuneEstimate> out;
  for (int i = 0; i < configurations(); ++i)
    if (const auto& log = effects.logs[static_cast<std::size_t>(i)])
      out.push_back({i, *log, static_cast<int>(std::count_if(seen_.begin(), seen_.end(), [&](const auto& each) {
                       return each.thing == i;
                     }))});
  return out;
}

std::vector<double> TuneSearch::logs_of(int configuration) const {
  std::vector<double> out;
  for (const auto& each : seen_)
    if (each.thing == configuration) out.push_back(each.log);
  return out;
}

std::optional<int> TuneSearch::best() const { return known(true).smallest; }

// The two smallest show what one more costs in memory, before anything large is started.
std::vector<int> TuneSearch::opening() const {
  std::vector<int> out;
  const std::size_t axis = main_axis();
  for (int place = 0; place < space_.lengths[axis] && out.size() < 2; ++place)
    if (const int each = at(space_.home, axis, place); is_open(each)) out.push_back(each);
  for (int i = 0; i < configurations() && out.empty(); ++i)  // nothing usual is allowed
    if (is_open(i)) out.push_back(i);
  return out;
}

// All over the longest axis, the rest as usual.
std::vector<int> TuneSearch::spread() const {
  std::vector<int> out;
  const std::size_t axis = main_axis();
  std::vector<int> line;
  for (int place = 0; place < space_.lengths[axis]; ++place)
    if (const int each = at(space_.home, axis, place); space_.allowed[static_cast<std::size_t>(each)])
      line.push_back(each);
  const int length = static_cast<int>(line.size());
  const int points = std::min(length, std::max(3, (length + 3) / 4 + 1));
  for (int i = 0; i < points; ++i) {
    const auto place = points == 1 ? 0 : std::lround(static_cast<double>(i) * (length - 1) / (points - 1));
    if (const int each = line[static_cast<std::size_t>(place)]; is_open(each)) add(out, each);
  }
  return out;
}

// On the longest axis through the best, and through the smallest that ties with it: halfway to what was measured beside
// a peak.
std::vector<int> TuneSearch::between(const Known& known) const {
  std::vector<int> out;
  const std::size_t axis = main_axis();
  for (const int focus : {*known.best, *known.smallest}) {
    const auto line = places(focus);
    std::vector<int> measured;  // on this line, ascending
    for (int place = 0; place < space_.lengths[axis]; ++place)
      if (known.at(at(line, axis, place))) measured.push_back(place);
    if (measured.size() < 3) continue;
    const auto value = [&](std::size_t i) { return *known.at(at(line, axis, measured[i])); };
    for (std::size_t i = 0; i < measured.size(); ++i) {
      const bool is_focus = measured[i] == line[axis];
      const bool is_peak =
          (i == 0 || value(i) >= value(i - 1)) && (i + 1 == measured.size() || value(i) >= value(i + 1));
      if (!is_focus && (!is_peak || value(i) < *known.at(*known.best) - kOtherPeak)) continue;
      const auto halve = [&](std::size_t low, std::size_t high) {
        // Nothing is expected between two that are near each other and tie.
        const int gap = measured[high] - measured[low];
        if (gap < 2 || (gap < kWideGap && std::abs(value(low) - value(high)) < kTuneTie)) return;
        if (const int each = at(line, axis, (measured[low] + measured[high]) / 2); is_open(each)) add(out, each);
      };
      if (i > 0) halve(i - 1, i);
      if (i + 1 < measured.size()) halve(i, i + 1);
    }
  }
  return out;
}

std::vector<int> TuneSearch::wanted(const Known& known) const {
  if (space_.is_tried_whole) {
    std::vector<int> all;
    for (int i = 0; i < configurations(); ++i)
      if (is_open(i)) all.push_back(i);
    return all;
  }
  auto out = spread();
  if (out.empty()) out = between(known);
  if (!out.empty()) return out;
  const auto try_place = [&](const std::vector<int>& line, std::size_t axis, int place) {
    if (place < 0 || place >= space_.lengths[axis]) return;
    if (const int each = at(line, axis, place); is_open(each)) add(out, each);
  };
  const auto from_best = places(*known.best);
  for (std::size_t axis = 0; axis < space_.lengths.size(); ++axis) {
    if (axis == main_axis()) continue;
    if (space_.lengths[axis] <= kShortAxis)
      for (int place = 0; place < space_.lengths[axis]; ++place) try_place(from_best, axis, place);
    else
      for (const int step : {-2, -1, 1, 2}) try_place(from_best, axis, from_best[axis] + step);
  }
  if (!out.empty()) return out;
  const auto from_smallest = places(*known.smallest);
  for (std::size_t axis = 0; axis < space_.lengths.size(); ++axis) {
    try_place(from_best, axis, from_best[axis] - 1);
    try_place(from_best, axis, from_best[axis] + 1);
    try_place(from_smallest, axis, from_smallest[axis] - 1);
  }
  return out;
}

// What the next block is paired with: of those that tie with the best, the one that was measured most often. The best
// itself is the best partly by luck, and a chain of such would rise by that luck at every link.
int TuneSearch::anchor(const Known& known) const {
  std::vector<int> blocks(space_.allowed.size(), 0);
  for (const auto& each : seen_) ++blocks[static_cast<std::size_t>(each.thing)];
  int out = *known.best;
  for (int i = 0; i < configurations(); ++i)
    if (known.at(i) && known.tie(i, *known.best) &&
        blocks[static_cast<std::size_t>(i)] > blocks[static_cast<std::size_t>(out)])
      out = i;
  return out;
}

// The smallest of those that tie, the best, and the best of the rest; as they stood when the search ended.
std::vector<int> TuneSearch::finalists() const {
  const auto before = known(false);
  std::vector<int> out;
  if (!before.best) return out;
  out = {*before.smallest};
  add(out, *before.best);
  std::optional<int> rest;
  for (int i = 0; i < configurations(); ++i)
    if (before.at(i) && std::find(out.begin(), out.end(), i) == out.end() &&
        (!rest || *before.at(i) > *before.at(*rest)))
      rest = i;
  if (rest) out.push_back(*rest);
  return out;
}

std::optional<TuneWinner> TuneSearch::confirmed(const std::vector<int>& compared) const {
  if (compared.empty()) return {};
  if (compared.size() == 1) return TuneWinner{compared.front(), {}, {}, {}, false};
  const auto is_fresh = [&](const TuneBlock& block) {
    const auto& its = block.configurations;
    return block.confirms && std::is_permutation(its.begin(), its.end(), compared.begin(), compared.end());
  };
  std::map<int, std::map<int, double>> fresh;  // block -> configuration -> log rate
  for (const auto& each : seen_)
    if (is_fresh(blocks_[static_cast<std::size_t>(each.block)])) fresh[each.block][each.thing] = each.log;
  const auto ended = std::count_if(blocks_.begin(), blocks_.end(), is_fresh);
  std::erase_if(fresh, [&](const auto& block) { return block.second.size() < compared.size(); });
  const int whole = static_cast<int>(fresh.size());
  if (whole == 0)
    return ended < kLooks[0] ? std::nullopt : std::optional(TuneWinner{compared.front(), {}, {}, {}, false});
  std::map<int, double> means;
  for (const auto& [block, logs] : fresh)
    for (const auto& [configuration, log] : logs) means[configuration] += log / whole;
  auto standing = means;
  if (log_target_) {
    const auto now = known(true);
    for (auto& [configuration, value] : standing) value = *now.at(configuration);
  }
  double most = -INFINITY;
  for (const auto& [configuration, value] : standing) most = std::max(most, value);
  TuneWinner out;
  for (const auto& [configuration, value] : standing) {  // ascending: the smallest first
    if (value < enough(most)) continue;
    out.configuration = configuration;
    break;
  }
  for (const auto& [configuration, mean] : means)
    if (configuration != out.configuration && (!out.rival || mean > means.at(*out.rival))) out.rival = configuration;
  std::vector<double> logs;
  for (const auto& [block, its] : fresh) logs.push_back(its.at(out.configuration) - its.at(*out.rival));
  out.logs = stats::summarise(logs);
  out.interval = stats::mean_interval(out.logs, 1 - 2 * kAlpha);
  const auto& bounds = stats::sequential_bounds(kLooks, kAlpha);
  for (std::size_t look = 0; look < std::size(kLooks); ++look) {
    const bool is_last = look + 1 == std::size(kLooks);
    // A block that one of them failed in counts as one that was run.
    if (whole != kLooks[look] && !(is_last && ended >= kLooks[look])) continue;
    if (out.logs.sd && *out.logs.sd > 0)
      out.separated =
          std::abs(out.logs.mean) / (*out.logs.sd / std::sqrt(static_cast<double>(out.logs.n))) > bounds[look];
    const bool is_narrow = out.interval && out.interval->high - out.interval->low < 2 * kTuneTie;
    if (out.separated || is_narrow || is_last) return out;
  }
  return {};
}

struct TuneSearch::Ending {
  std::vector<int> compared;
  std::optional<TuneWinner> winner;  // absent: they are to be compared
};

TuneSearch::Ending TuneSearch::ending() const {
  const auto last =
      std::find_if(blocks_.rbegin(), blocks_.rend(), [](const TuneBlock& block) { return block.confirms; });
  Ending out{last == blocks_.rend() ? finalists() : last->configurations, {}};
  out.winner = confirmed(out.compared);
  if (!out.winner || !log_target_) return out;
  const auto all = known(true);
  const int now = *all.smallest;
  if (now == out.winner->configuration || *all.at(now) < *log_target_) return out;
  // There are only so many pairs: it comes to an end.
  std::vector<int> pair = {out.winner->configuration, now};
  const auto outcome = confirmed(pair);
  return {std::move(pair), outcome};
}

std::optional<TuneWinner> TuneSearch::winner() const {
  return next().configurations.empty() ? ending().winner : std::nullopt;
}

TuneBlock TuneSearch::next() const {
  const bool is_confirming = !blocks_.empty() && blocks_.back().confirms;
  if (!is_confirming && trials() < most_trials()) {
    const auto now = known(true);
    auto out = !now.best ? opening() : wanted(now);
    const auto left = static_cast<std::size_t>(most_trials() - trials());
    out.resize(std::min({out.size(), left, static_cast<std::size_t>(kTuneNewInABlock)}));
    if (!out.empty()) {
      if (now.best) out.insert(out.begin(), anchor(now));
      return {out, false};
    }
  }
  auto end = ending();
  if (end.compared.empty() || end.winner) return {};
  return {std::move(end.compared), true};
}

}  // namespace feedrate::control
