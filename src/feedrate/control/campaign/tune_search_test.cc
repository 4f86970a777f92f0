#include "feedrate/control/campaign/tune_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "feedrate/base/random.h"

namespace feedrate::control {
namespace {

using Curve = std::function<double(const std::vector<int>& places)>;

// A machine whose speed is another one in every block, and a little noise on top.
class Machine {
 public:
  Machine(Curve curve, std::uint64_t seed, double noise = 0.015)
      : curve_(std::move(curve)), random_(seed), noise_(noise) {}

  std::vector<Tried> run(const TuneSearch& search, const TuneBlock& block) {
    const double speed = 0.15 * about_normal();
    std::vector<Tried> out;
    for (const int each : block.configurations) {
      const double rate = curve_(search.places(each));
      out.push_back({each, rate > 0 ? std::optional(std::log(rate) + speed + noise_ * about_normal()) : std::nullopt});
    }
    return out;
  }

 private:
  double about_normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += random_.unit();
    return sum;
  }

  Curve curve_;
  Random random_;
  double noise_;
};

TuneSpace space_of(std::vector<int> lengths, std::vector<int> home) {
  std::size_t all = 1;
  for (const int length : lengths) all *= static_cast<std::size_t>(length);
  return {std::move(lengths), std::move(home), std::vector<bool>(all, true)};
}

struct Found {
  TuneWinner winner;
  double share = 0;  // of the best there is
  int trials = 0;
  int blocks = 0;
  std::vector<int> places;
};

Found search_for(const TuneSpace& space, const Curve& curve, std::uint64_t seed, double noise = 0.015,
                 std::optional<double> log_target = {}) {
  TuneSearch search(space, log_target);
  Machine machine(curve, seed, noise);
  Found out;
  for (auto block = search.next(); !block.configurations.empty(); block = search.next()) {
    search.learn(block, machine.run(search, block));
    if (++out.blocks > 500) break;
  }
  double best = 0;
  for (int i = 0; i < search.configurations(); ++i)
    if (space.allowed[static_cast<std::size_t>(i)]) best = std::max(best, curve(search.places(i)));
  const auto winner = search.winner();
  EXPECT_TRUE(winner);
  if (!winner) return out;
  out.winner = *winner;
  out.places = search.places(winner->configuration);
  out.share = curve(out.places) / best;
  out.trials = search.trials();
  return out;
}

// Workers 1 .. 16, prefetch of three values.
TuneSpace workers_and_prefetch() { return space_of({16, 3}, {1, 1}); }

double saturating(const std::vector<int>& places) {
  const double workers = places[0] + 1;
  return 1000 * std::min(workers, 6.0) * (places[1] == 0 ? 0.8 : 1.0);
}

// Rises, falls for want of something that only many workers make up for, and rises higher.
double two_humps(const std::vector<int>& places) {
  constexpr double kRate[] = {100, 190, 260, 300, 260, 200, 170, 190, 260, 340, 400, 430, 440, 420, 380, 330};
  return kRate[places[0]] * (places[1] == 2 ? 1.0 : 0.9);
}

TEST(TuneSearch, FindsTheSmallestOnAPlateau) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto found = search_for(workers_and_prefetch(), saturating, seed);
    EXPECT_GE(found.share, 0.95) << seed;
    EXPECT_LE(found.trials, 16) << seed;
    // Where noise does not hide what ties.
    EXPECT_EQ(search_for(workers_and_prefetch(), saturating, seed, 0.003).places, (std::vector<int>{5, 1})) << seed;
  }
}

TEST(TuneSearch, IsNotFooledByACurveThatFallsBetween) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto found = search_for(workers_and_prefetch(), two_humps, seed);
    EXPECT_GE(found.share, 0.95) << seed << ": " << found.places[0] << " " << found.places[1];
    EXPECT_LE(found.trials, 16) << seed;
  }
}

TEST(TuneSearch, AFlatCurveGivesTheSmallest) {
  const auto found = search_for(
      workers_and_prefetch(), [](const auto&) { return 100.0; }, 3, 0.003);
  EXPECT_LE(found.places[0], 1);
  EXPECT_FALSE(found.winner.separated);
  ASSERT_TRUE(found.winner.rival);
}

TEST(TuneSearch, WithATargetTheSmallestThatReachesIt) {
  const auto found = search_for(workers_and_prefetch(), saturating, 4, 0.003, std::log(3500));
  EXPECT_EQ(found.places[0], 3) << "four workers give 4000";
}

// The smallest whose rate, as it is shown, is what was asked.
std::optional<int> smallest_shown(const TuneSearch& search, double log_target) {
  for (const auto& each : search.estimates())
    if (each.log_rate >= log_target) return each.configuration;
  return {};
}

TEST(TuneSearch, AMachineThatGotFasterReachesATargetWithLess) {
  const double target = std::log(4500);  // five workers, and four on a machine that is a quarter faster
  TuneSearch search(workers_and_prefetch(), target);
  bool was_five = false;
  for (auto block = search.next(); !block.configurations.empty(); block = search.next()) {
    if (block.confirms) was_five = was_five || search.places(block.configurations.front())[0] == 4;
    std::vector<Tried> tried;
    for (const int each : block.configurations)
      tried.push_back({each, std::log(saturating(search.places(each)) * (block.confirms ? 1.4 : 1.0))});
    search.learn(block, tried);
  }
  EXPECT_TRUE(was_five);
  ASSERT_TRUE(search.winner());
  EXPECT_EQ(search.places(search.winner()->configuration)[0], 3);
  EXPECT_EQ(search.winner()->configuration, smallest_shown(search, target));
}

TEST(TuneSearch, NothingSmallerThatIsShownToReachATargetIsPassedOver) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const double target = std::log(3000 + 50 * static_cast<double>(seed));
    TuneSearch search(workers_and_prefetch(), target);
    Machine machine(saturating, seed);
    int blocks = 0;
    for (auto block = search.next(); !block.configurations.empty() && blocks < 200; block = search.next(), ++blocks)
      search.learn(block, machine.run(search, block));
    EXPECT_LT(blocks, 200) << seed;
    const auto winner = search.winner();
    ASSERT_TRUE(winner) << seed;
    const auto shown = smallest_shown(search, target);
    ASSERT_TRUE(shown) << seed;
    EXPECT_EQ(winner->configuration, *shown) << seed;
  }
}

TEST(TuneSearch, WhatFailsOrIsForbiddenIsNeverTheAnswer) {
  auto space = workers_and_prefetch();
  for (std::size_t i = 3 * 8; i < space.allowed.size(); ++i) space.allowed[i] = false;  // nine workers and more
  const auto curve = [](const std::vector<int>& places) { return places[0] == 5 ? 0 : 100.0 * (places[0] + 1); };
  TuneSearch search(space);
  Machine machine(curve, 1);
  for (auto block = search.next(); !block.configurations.empty(); block = search.next()) {
    for (const int each : block.configurations) EXPECT_LT(search.places(each)[0], 8);
    search.learn(block, machine.run(search, block));
  }
  EXPECT_EQ(search.places(search.winner()->configuration)[0], 7);
}

TEST(TuneSearch, TriedWholeItLeavesNothingOut) {
  auto space = workers_and_prefetch();
  space.is_tried_whole = true;
  const auto found = search_for(space, two_humps, 1);
  EXPECT_EQ(found.trials, 48);
  EXPECT_GE(found.share, 0.97);
}

TEST(TuneSearch, EveryBlockHoldsOneThatTiesWithTheBest) {
  TuneSearch search(workers_and_prefetch());
  Machine machine(two_humps, 7);
  for (int block = 0; block < 4; ++block) {
    const auto best = search.best();
    const auto next = search.next();
    ASSERT_FALSE(next.configurations.empty());
    ASSERT_LE(next.configurations.size(), 4U);
    if (block > 0) {
      ASSERT_TRUE(best);
      double most = 0;
      double of_front = 0;
      for (const auto& each : search.estimates()) {
        most = std::max(most, each.log_rate);
        if (each.configuration == next.configurations.front()) of_front = each.log_rate;
      }
      EXPECT_GE(of_front, most - kTuneTie);
    }
    search.learn(next, machine.run(search, next));
  }
}

TEST(TuneSearch, NothingThatWorksIsNoAnswer) {
  TuneSearch search(space_of({4}, {1}));
  Machine machine([](const auto&) { return 0.0; }, 1);
  for (auto block = search.next(); !block.configurations.empty(); block = search.next())
    search.learn(block, machine.run(search, block));
  EXPECT_EQ(search.trials(), 4);
  EXPECT_FALSE(search.winner());
}

TEST(TuneSearch, OneConfigurationNeedsNoRival) {
  const auto found = search_for(
      space_of({1}, {0}), [](const auto&) { return 5.0; }, 1);
  EXPECT_EQ(found.winner.configuration, 0);
  EXPECT_FALSE(found.winner.rival);
}

TEST(TuneSearch, TheSameBlocksGiveTheSameSearch) {
  TuneSearch a(workers_and_prefetch());
  Machine machine(two_humps, 9);
  std::vector<std::pair<TuneBlock, std::vector<Tried>>> history;
  for (int i = 0; i < 5; ++i) {
    const auto block = a.next();
    history.emplace_back(block, machine.run(a, block));
    a.learn(block, history.back().second);
  }
  TuneSearch b(workers_and_prefetch());
  for (const auto& [block, tried] : history) {
    EXPECT_EQ(b.next().configurations, block.configurations);
    b.learn(block, tried);
  }
  EXPECT_EQ(a.next().configurations, b.next().configurations);
}

}  // namespace
}  // namespace feedrate::control
