#include "feedrate/control/judge/ranking.h"

#include <algorithm>
#include <array>

#include "feedrate/base/error.h"
#include "feedrate/control/judge/estimate.h"

namespace feedrate::control {
namespace {

// Most of the chance lies where most people look, at five blocks; after that each look has half of what is left.
struct Look {
  int blocks;
  double share;
};
constexpr std::array<Look, 8> kLooks = {
    {{3, 0.2}, {5, 0.5}, {8, 0.15}, {12, 0.075}, {20, 0.0375}, {32, 0.01875}, {50, 0.009375}, {80, 0.0046875}}};

using PairTable = std::vector<std::vector<stats::Summary>>;

bool is_faster(const stats::Summary& logs, double level) {
  return logs.n >= static_cast<std::size_t>(kFewestForRank) && stats::mean_interval(logs, level)->low > 0;
}

// Of every interval. It goes by the pair with the most blocks: which look it is does not depend on who failed in one.
double level_of(const PairTable& pairs, std::size_t arms) {
  std::size_t most = 0;
  for (const auto& row : pairs)
    for (const auto& logs : row) most = std::max(most, logs.n);
  return 1 - (1 - kLevel) * share_of_look(static_cast<int>(most)) / static_cast<double>(arms - 1);
}

// Those with enough blocks, the fastest first.
std::vector<std::size_t> in_order(const PairTable& pairs) {
  std::vector<std::size_t> out;
  std::vector<double> score(pairs.size());
  for (std::size_t a = 0; a < pairs.size(); ++a) {
    std::size_t most = 0;
    for (const auto& logs : pairs[a]) {
      most = std::max(most, logs.n);
      if (logs.n > 0) score[a] += logs.mean;
    }
    if (most >= static_cast<std::size_t>(kFewestForRank)) out.push_back(a);
  }
  std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
  return out;
}

// Whether everyone before `at` is faster than everyone from there on.
bool parts_at(const std::vector<std::size_t>& order, std::size_t at, const PairTable& pairs, double level) {
  for (std::size_t above = 0; above < at; ++above)
    for (std::size_t below = at; below < order.size(); ++below)
      if (!is_faster(pairs[order[above]][order[below]], level)) return false;
  return true;
}

}  // namespace

int look_before(int block) {
  int out = block > 1 ? 1 : 0;
  for (const auto& look : kLooks)
    if (look.blocks < block) out = look.blocks;
  return out;
}

double share_of_look(int n) {
  FEEDRATE_CHECK(n >= kFewestForRank);
  double out = kLooks.front().share;
  for (const auto& look : kLooks)
    if (look.blocks <= n) out = look.share;
  return out;
}

std::vector<std::optional<Rank>> ranks_by(std::size_t arms, const PairLogs& logs) {
  PairTable pairs(arms, std::vector<stats::Summary>(arms));
  for (std::size_t a = 0; a < arms; ++a)
    for (std::size_t b = 0; b < arms; ++b)
      if (a != b) pairs[a][b] = logs(a, b);
  const auto order = in_order(pairs);
  std::vector<std::optional<Rank>> out(arms);
  if (order.size() < 2) return out;
  const double level = level_of(pairs, order.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t next = first + 1;
    while (next < order.size() && !parts_at(order, next, pairs, level)) ++next;
    for (std::size_t i = first; i < next; ++i)
      out[order[i]] = Rank{static_cast<int>(first) + 1, static_cast<int>(next)};
    first = next;
  }
  return out;
}

std::vector<std::optional<Rank>> ranks_of(const std::vector<const Arm*>& arms) {
  return ranks_by(arms.size(),
                  [&](std::size_t a, std::size_t b) { return stats::summarise(pair_blocks(*arms[a], *arms[b]).logs); });
}

}  // namespace feedrate::control
