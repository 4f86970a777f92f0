#include "feedrate/stats/level.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "feedrate/base/random.h"

namespace feedrate::stats {
namespace {

constexpr int kShuffles = 999;
constexpr std::uint64_t kShuffleSeed = 20;
// Sums in another order differ in their last digits.
constexpr double kAsBad = 1 - 1e-9;

double mean_of(std::span<const double> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

struct Place {
  std::size_t at = 0;
  Split split;
};

Place worst_place(std::span<const double> series, std::size_t fewest_beside) {
  Place out{fewest_beside, split_at(series, fewest_beside)};
  for (std::size_t k = fewest_beside + 1; k + fewest_beside <= series.size(); ++k) {
    const auto found = split_at(series, k);
    if (std::abs(found.t) > std::abs(out.split.t)) out = {k, found};
  }
  return out;
}

// Share of random orders for which `statistic` is as large as for the order given, which counts as one of them.
template <typename Statistic>
double share_as_large(std::span<const double> numbers, const Statistic& statistic) {
  const double seen = statistic(numbers);
  Random random(kShuffleSeed);
  std::vector<double> shuffled(numbers.begin(), numbers.end());
  int as_large = 1;
  for (int i = 0; i < kShuffles; ++i) {
    random.shuffle(shuffled);
    if (statistic(std::span<const double>(shuffled)) >= seen * kAsBad) ++as_large;
  }
  return static_cast<double>(as_large) / (kShuffles + 1);
}

}  // namespace

Split split_at(std::span<const double> series, std::size_t at) {
  const double a = mean_of(series.first(at));
  const double b = mean_of(series.subspan(at));
  double squares = 0;
  for (std::size_t i = 0; i < series.size(); ++i) squares += std::pow(series[i] - (i < at ? a : b), 2);
  const auto before = static_cast<double>(at);
  const auto after = static_cast<double>(series.size() - at);
  const double error = std::sqrt(squares / (before + after - 2) * (1 / before + 1 / after));
  return {b - a, error > 0 ? (b - a) / error : (b == a ? 0 : std::copysign(INFINITY, b - a))};
}

std::optional<Change> likeliest_change(std::span<const double> series, std::size_t fewest_beside, double smallest) {
  if (series.size() < 2 * fewest_beside) return {};
  const auto found = worst_place(series, fewest_beside);
  if (std::abs(found.split.effect) < smallest) return {};
  const double p = share_as_large(
      series, [&](std::span<const double> order) { return std::abs(worst_place(order, fewest_beside).split.t); });
  return Change{found.at, found.split.effect, p};
}

std::vector<Change> changes_in(std::span<const double> series, std::size_t fewest_beside, double level) {
  const auto found = likeliest_change(series, fewest_beside);
  if (!found || found->p >= level) return {};
  auto out = changes_in(series.first(found->at), fewest_beside, level);
  out.push_back(*found);
  for (auto later : changes_in(series.subspan(found->at), fewest_beside, level)) {
    later.at += found->at;
    out.push_back(later);
  }
  return out;
}

std::optional<double> groups_alike(std::span<const std::vector<double>> groups) {
  std::vector<double> all;
  for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());
  if (groups.size() < 2 || all.size() <= groups.size()) return {};
  // With the sum of all squares fixed, the squares between groups alone order the F statistics.
  return share_as_large(all, [&](std::span<const double> order) {
    const double mean = mean_of(order);
    double between = 0;
    std::size_t from = 0;
    for (const auto& group : groups) {
      if (group.empty()) continue;
      between += static_cast<double>(group.size()) * std::pow(mean_of(order.subspan(from, group.size())) - mean, 2);
      from += group.size();
    }
    return between;
  });
}

}  // namespace feedrate::stats
