#include "feedrate/measure/slices.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "feedrate/measure/gaps.h"
#include "feedrate/stats/distributions.h"

namespace feedrate::measure {
namespace {

// An interval that is looked at again and again lies outside by chance too often: it must do so where it is this much
// wider, some 4 standard errors, and rest on enough pairs.
constexpr double kWiderWhenLookedAtOften = 1.6;
constexpr std::int64_t kEnoughPairs = 20;
constexpr double kMiscounted = 0.1;  // of what was handed out, beyond what is in flight
// A counter that moves a batch at a time does not say in the middle of which one slices end: no matter in this many.
constexpr std::int64_t kManyBatches = 100;

using contract::marks::Mark;

double seconds(const Slice& slice) { return static_cast<double>(slice.frozen_ns - slice.thawed_ns) * 1e-9; }

void add(const Slice& slice, contract::SliceSum& sum) {
  ++sum.slices;
  sum.seconds += seconds(slice);
  sum.samples += static_cast<double>(std::max<std::int64_t>(slice.counted, 0));
}

// Thawed time before t, counted over the slices.
double own_clock(std::span<const Slice> slices, std::int64_t t) {
  double out = 0;
  for (const auto& slice : slices) {
    if (t <= slice.thawed_ns) break;
    out += static_cast<double>(std::min(t, slice.frozen_ns) - slice.thawed_ns) * 1e-9;
  }
  return out;
}

std::vector<Slice> away_from_epoch_ends(std::span<const Slice> slices, const std::vector<Span>& ends) {
  std::vector<Slice> out;
  std::copy_if(slices.begin(), slices.end(), std::back_inserter(out), [&](const Slice& slice) {
    return std::none_of(ends.begin(), ends.end(),
                        [&](const Span& end) { return slice.thawed_ns < end.to_ns && slice.frozen_ns > end.from_ns; });
  });
  return out;
}

struct Pair {
  contract::SliceSum short_ones;
  contract::SliceSum long_one;
};

double log_ratio(const Pair& sums) {
  return std::log((sums.short_ones.samples / sums.short_ones.seconds) /
                  (sums.long_one.samples / sums.long_one.seconds));
}

contract::SliceSum less(const contract::SliceSum& a, const contract::SliceSum& b) {
  return {a.slices - b.slices, a.seconds - b.seconds, a.samples - b.samples};
}

// A counter goes back that is not written in one piece, where the subject is frozen between two pieces.
bool is_counted(std::span<const Slice> slices, const Counting& counting) {
  const auto went_back = [](const Slice& slice) { return slice.counted < 0; };
  return counting.has_counter && std::none_of(slices.begin(), slices.end(), went_back);
}

bool is_burn_in(std::span<const Slice> slices) {
  return std::any_of(slices.begin(), slices.end(), [](const Slice& slice) { return !slice.is_short; });
}

// A subject is frozen where it has just finished something, but not at the end of the last slice: what is begun there
// would be missing, half a sample of the few that a slow one makes. After the first slice it is as far as it happens to
// be.
std::span<const Slice> from_anywhere(std::span<const Slice> slices) {
  const auto rest = slices.subspan(slices.empty() ? 0 : 1);
  const bool found = std::any_of(rest.begin(), rest.end(), [](const Slice& slice) { return slice.counted > 0; });
  return found && !is_burn_in(slices) ? rest : slices;
}

contract::SliceEvidence sums(std::span<const Slice> slices, contract::CountedBy counted_by) {
  contract::SliceEvidence out;
  out.counted_by = counted_by;
  for (const auto& slice : slices) add(slice, slice.is_short ? out.short_ones : out.long_ones);
  return out;
}

std::optional<contract::SliceEvidence> with_rate(contract::SliceEvidence out) {
  if (out.seconds <= 0 || out.samples <= 0) return {};
  out.rate = out.samples / out.seconds;
  return out;
}

std::optional<contract::SliceEvidence> count_samples(std::span<const Slice> slices, const Counting& counting,
                                                     std::span<const Mark> marks) {
  auto steady = away_from_epoch_ends(slices, epoch_ends(marks, counting.held));
  if (counts_epoch_ends(slices, counting, marks)) steady.assign(slices.begin(), slices.end());
  auto out = sums(from_anywhere(steady), contract::CountedBy::kCounter);
  out.seconds = out.short_ones.seconds + out.long_ones.seconds;
  out.samples = out.short_ones.samples + out.long_ones.samples;
  out.freeze_check = check_freezing(steady);
  return with_rate(out);
}

std::optional<contract::SliceEvidence> count_batches(std::span<const Slice> slices, const Counting& counting,
                                                     std::span<const Mark> marks) {
  auto out = sums(slices, contract::CountedBy::kBatches);
  for (const auto& gap : steady_gaps(marks, {0, counting.held})) {
    if (gap.from_ns < slices.front().thawed_ns || gap.to_ns > slices.back().frozen_ns) continue;
    out.samples += gap.samples;
    out.seconds += own_clock(slices, gap.to_ns) - own_clock(slices, gap.from_ns);
  }
  return with_rate(out);
}

// Its counter says no more than its batches do, and those have exact times. A burn-in needs what each slice counted.
bool moves_by_batches(std::span<const Slice> slices, std::span<const Mark> marks) {
  const auto is_batch = [](const Mark& mark) { return mark.kind == contract::marks::Kind::kBatch && mark.b > 1; };
  const auto first = std::find_if(marks.begin(), marks.end(), is_batch);
  if (first == marks.end() || is_burn_in(slices)) return false;
  std::int64_t counted = 0;
  for (const auto& slice : slices) {
    if (slice.counted % first->b != 0) return false;
    counted += slice.counted;
  }
  return counted < kManyBatches * first->b;
}

}  // namespace

bool is_trusted(const contract::SampleCount& samples) {
  const auto apart = static_cast<double>(samples.counted - samples.handed_out);
  return std::abs(apart) <=
         static_cast<double>(samples.in_flight) + kMiscounted * static_cast<double>(samples.handed_out);
}

bool counts_epoch_ends(std::span<const Slice> slices, const Counting& counting, std::span<const Mark> marks) {
  if (!is_counted(slices, counting)) return false;
  const auto steady = away_from_epoch_ends(slices, epoch_ends(marks, counting.held));
  // Either kind: short slices may fit between the ends of epochs where long ones do not.
  const auto is_mostly_gone = [&](bool is_short) {
    const auto same = [&](const Slice& slice) { return slice.is_short == is_short; };
    return 2 * std::count_if(steady.begin(), steady.end(), same) < std::count_if(slices.begin(), slices.end(), same);
  };
  return is_mostly_gone(true) || is_mostly_gone(false);
}

std::optional<contract::SliceEvidence> measure_slices(std::span<const Slice> slices, const Counting& counting,
                                                      std::span<const Mark> marks) {
  if (slices.empty()) return {};
  if (!is_counted(slices, counting)) return count_batches(slices, counting, marks);
  if (moves_by_batches(slices, marks) && !counts_epoch_ends(slices, counting, marks))
    if (auto exact = count_batches(slices, counting, marks)) return exact;
  return count_samples(slices, counting, marks);
}

std::optional<contract::FreezeCheck> check_freezing(std::span<const Slice> slices) {
  std::map<int, Pair> pairs;
  Pair all;
  for (const auto& slice : slices) {
    Pair& pair = pairs[slice.group];
    add(slice, slice.is_short ? pair.short_ones : pair.long_one);
  }
  // Whole ones only: a pair that lost some of its slices would weigh one kind more than the other.
  std::int64_t shorts = 0;
  for (const auto& [number, pair] : pairs) shorts = std::max(shorts, pair.short_ones.slices);
  std::erase_if(pairs, [&](const auto& each) {
    return each.second.short_ones.slices != shorts || each.second.long_one.slices != 1;
  });
  for (const auto& [number, pair] : pairs) {
    all.short_ones = {0, all.short_ones.seconds + pair.short_ones.seconds,
                      all.short_ones.samples + pair.short_ones.samples};
    all.long_one = {0, all.long_one.seconds + pair.long_one.seconds, all.long_one.samples + pair.long_one.samples};
  }
  const auto n = static_cast<double>(pairs.size());
  if (pairs.size() < 3 || all.short_ones.samples <= 0 || all.long_one.samples <= 0) return {};
  // Leave one pair out at a time: the ratio of sums has no simpler error that holds for unequal slices.
  double mean = 0;
  std::vector<double> without;
  for (const auto& [number, pair] : pairs) {
    const Pair rest{less(all.short_ones, pair.short_ones), less(all.long_one, pair.long_one)};
    if (rest.short_ones.samples <= 0 || rest.long_one.samples <= 0) return {};
    without.push_back(log_ratio(rest));
    mean += without.back() / n;
  }
  double squares = 0;
  for (double each : without) squares += (each - mean) * (each - mean);
  const double error = std::sqrt(squares * (n - 1) / n);
  const double half = stats::student_t_quantile(0.995, n - 1) * error;
  const double ratio = log_ratio(all);
  return contract::FreezeCheck{ratio, ratio - half, ratio + half, static_cast<std::int64_t>(pairs.size())};
}

bool is_harmless(const contract::FreezeCheck& check) {
  const bool surely_not_zero = check.low > 0 || check.high < 0;
  return check.low > -kHarmless && check.high < kHarmless &&
         !(surely_not_zero && std::abs(check.log_ratio) > kHarmlessIfReal);
}

bool is_harmful(const contract::FreezeCheck& check) {
  const double half = kWiderWhenLookedAtOften * (check.high - check.low) / 2;
  return check.pairs >= kEnoughPairs && std::abs(check.log_ratio) - half > kHarmlessIfReal;
}

}  // namespace feedrate::measure
