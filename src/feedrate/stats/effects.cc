#include "feedrate/stats/effects.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace feedrate::stats {
namespace {

// Far more than a handful of things in a few dozen blocks need.
constexpr int kMostRounds = 20'000;
constexpr double kSettled = 1e-10;

struct Mean {
  double sum = 0;
  int n = 0;
};

}  // namespace

Effects fit_effects(std::span<const Observation> all, int blocks, int things) {
  std::vector<double> of_block(static_cast<std::size_t>(blocks), 0.0);
  std::vector<double> of_thing(static_cast<std::size_t>(things), 0.0);
  std::vector<int> seen(of_thing.size(), 0);
  for (const auto& each : all) ++seen[static_cast<std::size_t>(each.thing)];
  // In turns: things as if the blocks were known, blocks as if the things were.
  const auto improve = [&](std::vector<double>& these, const std::vector<double>& others, auto mine, auto theirs) {
    std::vector<Mean> means(these.size());
    for (const auto& each : all) {
      auto& mean = means[static_cast<std::size_t>(mine(each))];
      mean.sum += each.log - others[static_cast<std::size_t>(theirs(each))];
      ++mean.n;
    }
    double moved = 0;
    for (std::size_t i = 0; i < these.size(); ++i) {
      if (means[i].n == 0) continue;
      const double now = means[i].sum / means[i].n;
      moved = std::max(moved, std::abs(now - these[i]));
      these[i] = now;
    }
    return moved;
  };
  const auto block = [](const Observation& each) { return each.block; };
  const auto thing = [](const Observation& each) { return each.thing; };
  for (int round = 0; round < kMostRounds; ++round) {
    const double moved = improve(of_thing, of_block, thing, block) + improve(of_block, of_thing, block, thing);
    if (moved < kSettled) break;
  }
  Mean middling;
  std::vector<bool> ran(of_block.size(), false);
  for (const auto& each : all) ran[static_cast<std::size_t>(each.block)] = true;
  for (std::size_t i = 0; i < ran.size(); ++i) {
    if (!ran[i]) continue;
    middling.sum += of_block[i];
    ++middling.n;
  }
  Effects out;
  int known = middling.n - 1;
  for (std::size_t i = 0; i < of_thing.size(); ++i) {
    out.logs.emplace_back();
    if (seen[i] == 0) continue;
    out.logs.back() = of_thing[i] + middling.sum / middling.n;
    ++known;
  }
  double squares = 0;
  for (const auto& each : all) {
    const double off =
        each.log - of_block[static_cast<std::size_t>(each.block)] - of_thing[static_cast<std::size_t>(each.thing)];
    squares += off * off;
  }
  const int left = static_cast<int>(all.size()) - known;
  if (left > 0) out.sd = std::sqrt(squares / left);
  return out;
}

}  // namespace feedrate::stats
