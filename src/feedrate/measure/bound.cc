#include "feedrate/measure/bound.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "feedrate/base/format.h"

namespace feedrate::measure {
namespace {

using contract::marks::Mode;

constexpr std::int64_t kFewestBatches = 2;
constexpr std::size_t kFewestBlocks = 5;
// Without workers there is no overlap, or somebody's own threads overlap well: what lies nearer counts.
constexpr double kOverlaps = 0.5;

struct Block {
  const contract::Segment* real = nullptr;
  const contract::Segment* replay = nullptr;
  const contract::Segment* loader = nullptr;
};

double rate(const contract::Segment& segment) { return static_cast<double>(segment.samples) / segment.seconds; }
double per_batch(const contract::Segment& segment, double seconds) {
  return seconds / static_cast<double>(segment.batches);
}

std::vector<Block> whole_blocks(std::span<const contract::Segment> segments) {
  std::map<int, Block> found;
  for (const auto& segment : segments) {
    if (segment.block == 0 || segment.batches < kFewestBatches || segment.samples <= 0 || segment.seconds <= 0)
      continue;
    auto& block = found[segment.block];
    if (segment.mode == Mode::kReal) block.real = &segment;
    if (segment.mode == Mode::kReplay) block.replay = &segment;
    if (segment.mode == Mode::kLoader) block.loader = &segment;
  }
  std::vector<Block> out;
  for (const auto& [number, block] : found)
    if (block.real != nullptr && block.replay != nullptr && block.loader != nullptr) out.push_back(block);
  return out;
}

template <class Figure>
stats::Summary over(const std::vector<Block>& blocks, Figure&& figure) {
  std::vector<double> values;
  for (const auto& block : blocks) values.push_back(figure(block));
  return stats::summarise(values);
}

Share share_of(const stats::Summary& summary) { return {summary.mean, stats::mean_interval(summary, 0.95)}; }

// Where a ratio lies, by its logarithms: the bounds are one-sided ones of 95 %.
struct Place {
  bool is_over = false;   // surely more than the same
  bool is_close = false;  // surely the same
};
Place place_of(const stats::Summary& logs) {
  const double same = std::log1p(kSameRate);
  const auto interval = stats::mean_interval(logs, 0.90);
  if (!interval) return {};
  return {interval->low > same, interval->low > -same && interval->high < same};
}

std::string undecided(const char* what, const stats::Summary& logs) {
  const auto interval = stats::mean_interval(logs, 0.90);
  if (!interval) return "too few blocks";
  return format("{} is {:.2f} [{:.2f}, {:.2f}] times the real rate, and {:.2f} divides", what, std::exp(logs.mean),
                std::exp(interval->low), std::exp(interval->high), 1 + kSameRate);
}

}  // namespace

std::optional<BoundEstimate> judge_bound(std::span<const contract::Segment> segments, bool has_workers) {
  const auto blocks = whole_blocks(segments);
  if (blocks.empty()) return {};
  BoundEstimate out;
  out.blocks = blocks.size();
  const auto real = over(blocks, [](const Block& b) { return std::log(rate(*b.real)); });
  const auto loader = over(blocks, [](const Block& b) { return std::log(rate(*b.loader)); });
  const auto replay = over(blocks, [](const Block& b) { return std::log(rate(*b.replay)); });
  out.real = stats::ratio_of_logs(real, 0.95);
  out.loader = stats::ratio_of_logs(loader, 0.95);
  out.replay = stats::ratio_of_logs(replay, 0.95);
  const auto x = over(blocks, [](const Block& b) { return std::log(rate(*b.replay) / rate(*b.real)); });
  const auto y = over(blocks, [](const Block& b) { return std::log(rate(*b.loader) / rate(*b.real)); });
  out.free = stats::ratio_of_logs(x, 0.95);
  out.ahead = stats::ratio_of_logs(y, 0.95);
  out.stall = share_of(over(blocks, [](const Block& b) { return 1 - rate(*b.real) / rate(*b.replay); }));
  out.waiting = share_of(over(blocks, [](const Block& b) { return b.real->wait_seconds / b.real->seconds; }));
  out.contention = share_of(over(blocks, [](const Block& b) {
    const double step = per_batch(*b.real, b.real->seconds - b.real->wait_seconds);
    const double alone = per_batch(*b.replay, b.replay->seconds - b.replay->wait_seconds);
    return (step - alone) / per_batch(*b.real, b.real->seconds);
  }));
  const auto overlap = over(blocks, [](const Block& b) {
    const double r = 1 / rate(*b.real);
    const double l = 1 / rate(*b.loader);
    const double p = 1 / rate(*b.replay);
    return (l + p - r) / std::min(l, p);
  });
  out.overlap = share_of(overlap);
  if (blocks.size() < kFewestBlocks) {
    out.reason = format("{} whole blocks; expected {} or more", blocks.size(), kFewestBlocks);
    return out;
  }
  const auto gain = place_of(x);
  const auto ahead = place_of(y);
  if (gain.is_close) {
    if (ahead.is_close)
      out.verdict = Bound::kBalanced;
    else if (ahead.is_over)
      out.verdict = Bound::kComputeBound;
    else
      out.reason = undecided("the loader alone", y);
  } else if (gain.is_over) {
    if (out.contention.mean > out.waiting.mean)
      out.verdict = Bound::kContended;
    else if (!has_workers && overlap.mean < kOverlaps)
      out.verdict = Bound::kSerial;
    else
      out.verdict = Bound::kInputBound;
  } else {
    out.reason = undecided("replay", x);
  }
  return out;
}

bool is_known_within(const Share& share, double half_width) {
  return share.interval && share.interval->high - share.interval->low <= 2 * half_width;
}

double free_by_waits(const BoundEstimate& estimate) { return 1 / std::max(1e-3, 1 - estimate.waiting.mean); }

}  // namespace feedrate::measure
