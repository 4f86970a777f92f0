#include "feedrate/control/judge/ranking.h"

#include <gtest/gtest.h>

#include <cmath>

#include "feedrate/base/random.h"

namespace feedrate::control {
namespace {

// Logarithms of rates, by arm and block.
using Rates = std::vector<std::vector<double>>;
using Ranks = std::vector<std::optional<Rank>>;

Ranks ranked(const Rates& rates, std::size_t blocks) {
  return ranks_by(rates.size(), [&](std::size_t a, std::size_t b) {
    std::vector<double> logs;
    for (std::size_t i = 0; i < blocks; ++i) logs.push_back(rates[a][i] - rates[b][i]);
    return stats::summarise(logs);
  });
}

// Nearly normal: the sum of twelve uniform numbers has variance 1.
double noise(Random& random) {
  double out = -6;
  for (int i = 0; i < 12; ++i) out += random.unit();
  return out;
}

Rates drawn(Random& random, const std::vector<double>& truth, double sd, std::size_t blocks) {
  Rates out;
  for (const double mean : truth) {
    out.emplace_back();
    for (std::size_t i = 0; i < blocks; ++i) out.back().push_back(mean + sd * noise(random));
  }
  return out;
}

TEST(Ranking, FarApartEachHasARankOfItsOwn) {
  Random random(1);
  const auto ranks = ranked(drawn(random, {0, 1, 0.5}, 0.01, 5), 5);
  EXPECT_EQ(ranks, (Ranks{Rank{3, 3}, Rank{1, 1}, Rank{2, 2}}));
}

TEST(Ranking, ThoseThatCannotBeToldApartShareTheirPlaces) {
  Random random(2);
  const auto ranks = ranked(drawn(random, {0, 1, 1.001, 2}, 0.02, 5), 5);
  EXPECT_EQ(ranks, (Ranks{Rank{4, 4}, Rank{2, 3}, Rank{2, 3}, Rank{1, 1}}));
}

TEST(Ranking, ANoisyOneAboveTiesEveryoneItOverlaps) {
  // The second and third are far apart, but nothing is known of the first: it may be slower than either.
  const Rates rates = {{2.0, -1.0, 1.5, 0.2, 1.2}, {0.5, 0.501, 0.499, 0.5, 0.5}, {0.4, 0.401, 0.4, 0.399, 0.4}};
  EXPECT_EQ(ranked(rates, 5), (Ranks{Rank{1, 3}, Rank{1, 3}, Rank{1, 3}}));
  EXPECT_EQ(ranked({rates[1], rates[2]}, 5), (Ranks{Rank{1, 1}, Rank{2, 2}}));
}

TEST(Ranking, TooFewBlocksRankNobody) {
  Random random(3);
  const auto rates = drawn(random, {0, 5}, 1e-6, 3);
  EXPECT_EQ(ranked(rates, 2), (Ranks{std::nullopt, std::nullopt}));
  EXPECT_EQ(ranked(rates, 3), (Ranks{Rank{2, 2}, Rank{1, 1}}));
  EXPECT_EQ(ranked({rates[0]}, 3), (Ranks{std::nullopt}));
}

TEST(Ranking, OneWithoutSharedBlocksIsLeftOut) {
  const auto ranks = ranks_by(3, [](std::size_t a, std::size_t b) {
    if (a == 2 || b == 2) return stats::Summary{};
    return stats::Summary{5, a == 0 ? 1.0 : -1.0, 0.01};
  });
  EXPECT_EQ(ranks, (Ranks{Rank{1, 1}, Rank{2, 2}, std::nullopt}));
}

TEST(Ranking, EqualsAreSeldomParted) {
  // Also when somebody adds blocks until they are: at every look, one chance in twenty for all of them.
  const int trials = 2000;
  for (const std::size_t arms : {2U, 4U}) {
    Random random(4);
    int parted = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const auto rates = drawn(random, std::vector<double>(arms), 0.03, 20);
      bool any = false;
      for (const std::size_t blocks : {3U, 5U, 8U, 12U, 20U})
        for (const auto& rank : ranked(rates, blocks)) any = any || *rank != Rank{1, static_cast<int>(arms)};
      parted += any ? 1 : 0;
    }
    EXPECT_LE(parted, trials / 20) << arms;
    // Of two it comes near: the chance is used, not given away.
    if (arms == 2) {
      EXPECT_GE(parted, trials / 50);
    }
  }
}

TEST(Ranking, LooksAndTheirShares) {
  EXPECT_EQ(look_before(1), 0);
  EXPECT_EQ(look_before(2), 1);
  EXPECT_EQ(look_before(3), 1);
  EXPECT_EQ(look_before(4), 3);
  EXPECT_EQ(look_before(6), 5);
  EXPECT_EQ(look_before(1000), 80);
  double sum = 0;
  for (const int n : {3, 5, 8, 12, 20, 32, 50, 80}) sum += share_of_look(n);
  EXPECT_LE(sum, 1);
  EXPECT_EQ(share_of_look(7), share_of_look(5));
}

}  // namespace
}  // namespace feedrate::control
