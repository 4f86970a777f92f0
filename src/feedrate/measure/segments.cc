#include "feedrate/measure/segments.h"

#include <algorithm>
#include <numeric>

namespace feedrate::measure {

using contract::marks::Kind;
using contract::marks::Mark;
using contract::marks::Mode;

namespace {

double seconds_between(std::int64_t from, std::int64_t to) { return static_cast<double>(to - from) * 1e-9; }

// One segment while its marks go by. Twice: with the ends of epochs left out, and with them counted, for epochs that
// are too short to leave anything.
class Tally {
 public:
  Tally(const PlannedSegment& plan, bool leaves_ends_out) : plan_(plan), leaves_ends_out_(leaves_ends_out) {}

  // Returns the gap that was counted.
  std::optional<std::pair<std::int64_t, std::int64_t>> batch(const Mark& mark, std::int64_t asked) {
    ++passed_;
    if (of_epoch_) ++*of_epoch_;
    const std::int64_t before = last_;
    last_ = mark.time_ns;
    if (passed_ <= plan_.settle + 1) return {};
    if (of_epoch_ && *of_epoch_ <= plan_.settle_epoch.value_or(plan_.settle) + 1) return {};
    ++out_.batches;
    out_.samples += mark.b;
    out_.seconds += seconds_between(before, mark.time_ns);
    waits.push_back(seconds_between(std::max(asked, before), mark.time_ns));
    out_.wait_seconds += waits.back();
    return std::pair{before, mark.time_ns};
  }
  void epoch_ended() {
    if (leaves_ends_out_) of_epoch_ = 0;
  }
  [[nodiscard]] contract::Segment segment() const {
    contract::Segment out = out_;
    out.block = plan_.block;
    out.mode = plan_.mode;
    return out;
  }
  std::vector<double> waits;

 private:
  PlannedSegment plan_;
  bool leaves_ends_out_;
  std::int64_t passed_ = 0;
  std::optional<std::int64_t> of_epoch_;  // that passed since one ended
  std::int64_t last_ = 0;
  contract::Segment out_;
};

class SegmentReader {
 public:
  SegmentReader(std::uint16_t loader, std::span<const PlannedSegment> plan) : loader_(loader), plan_(plan) {}

  void take(const Mark& mark) {
    if (mark.kind == Kind::kSegment) return begin(mark);
    if (mark.kind == Kind::kSource) out_.dropped += mark.b;  // kept in memory, and seen only from there
    if (mark.id != loader_) return;
    if (mark.kind == Kind::kAsked) asked_ = mark.time_ns;
    if (mark.kind == Kind::kEpoch) {
      epoch_ended_ = mode_ != Mode::kReplay && mode_ != Mode::kLoader;
      for (auto* tally : {&strict_, &whole_})
        if (*tally) (*tally)->epoch_ended();
    }
    if (mark.kind == Kind::kBatch) batch(mark);
  }
  ProgramMarks finish() {
    close();
    // One way for all segments of a kind: one with an epoch's end inside cannot be held against one without.
    for (const Mode mode : {Mode::kReal, Mode::kReplay, Mode::kLoader}) {
      const auto batches = [&](const Tally Counted::*way) {
        return std::accumulate(counted_.begin(), counted_.end(), std::int64_t{0},
                               [&](std::int64_t sum, const Counted& each) {
                                 const auto segment = (each.*way).segment();
                                 return segment.mode == mode ? sum + segment.batches : sum;
                               });
      };
      leaves_ends_out_[mode] = 2 * batches(&Counted::strict) >= batches(&Counted::whole);
    }
    for (auto& each : counted_) {
      auto& tally = leaves_ends_out_[each.strict.segment().mode] ? each.strict : each.whole;
      out_.segments.push_back(tally.segment());
      out_.waits.push_back(std::move(tally.waits));
    }
    return std::move(out_);
  }

 private:
  struct Counted {
    Tally strict, whole;
  };

  void begin(const Mark& mark) {
    close();
    mode_ = static_cast<Mode>(mark.b);
    out_.entries_begun = std::max(out_.entries_begun, mark.a + 1);
    if (mark.a >= plan_.size() || !plan_[mark.a].counts) return;
    strict_.emplace(plan_[mark.a], true);
    whole_.emplace(plan_[mark.a], false);
  }
  void batch(const Mark& mark) {
    if (mode_ == Mode::kLoader) {
      ++out_.dropped;
    } else {
      ++out_.delivered;
      out_.replayed += mode_ == Mode::kReplay ? 1 : 0;
    }
    if (epoch_ended_ && last_batch_ > 0) out_.epoch_gaps.push_back(seconds_between(last_batch_, mark.time_ns));
    epoch_ended_ = false;
    last_batch_ = mark.time_ns;
    if (whole_) whole_->batch(mark, asked_);
    if (!strict_) return;
    if (const auto gap = strict_->batch(mark, asked_); gap && mode_ == Mode::kReal) {
      out_.real_gaps.push_back(seconds_between(gap->first, gap->second));
      out_.real_spans.push_back(*gap);
    }
  }
  void close() {
    if (strict_) counted_.push_back({std::move(*strict_), std::move(*whole_)});
    strict_.reset();
    whole_.reset();
  }

  std::uint16_t loader_;
  std::span<const PlannedSegment> plan_;
  std::optional<Tally> strict_;
  std::optional<Tally> whole_;
  std::vector<Counted> counted_;
  std::map<Mode, bool> leaves_ends_out_;
  Mode mode_ = Mode::kReal;
  std::int64_t asked_ = 0;
  std::int64_t last_batch_ = 0;
  bool epoch_ended_ = false;
  ProgramMarks out_;
};

}  // namespace

std::vector<LoaderUse> loaders_of(std::span<const Mark> marks, const std::map<std::uint16_t, std::string>& names) {
  std::map<std::uint16_t, LoaderUse> found;
  std::map<std::uint16_t, std::int64_t> last;  // batch of the epoch
  std::map<std::uint16_t, bool> learning;
  for (const auto& mark : marks) {
    if (mark.kind == Kind::kLoader) {
      auto& use = found[mark.id];
      use.workers = static_cast<int>(mark.a & 0xffffffffU);
      use.prefetch = static_cast<int>(mark.a >> 32U);
      use.epoch_batches = mark.b;
    }
    if (mark.kind == Kind::kAsked) learning[mark.id] = mark.b != 0;
    if (mark.kind == Kind::kEpoch) last.erase(mark.id);
    if (mark.kind != Kind::kBatch) continue;
    auto& use = found[mark.id];
    ++use.batches;
    use.learning += learning[mark.id] ? 1 : 0;
    if (const auto before = last.find(mark.id); before != last.end())
      use.seconds += seconds_between(before->second, mark.time_ns);
    last[mark.id] = mark.time_ns;
  }
  std::vector<LoaderUse> out;
  for (auto& [slot, use] : found) {
    use.slot = slot;
    if (const auto name = names.find(slot); name != names.end()) use.name = name->second;
    out.push_back(use);
  }
  return out;
}

const LoaderUse* training_loader(std::span<const LoaderUse> loaders) {
  const auto learns = [](const LoaderUse& use) { return 2 * use.learning > use.batches; };
  const LoaderUse* best = nullptr;
  for (const auto& use : loaders) {
    if (use.batches == 0) continue;
    if (best == nullptr || (learns(use) && !learns(*best)) ||
        (learns(use) == learns(*best) && use.seconds > best->seconds))
      best = &use;
  }
  return best;
}

ProgramMarks measure_segments(std::span<const Mark> marks, std::uint16_t loader, std::span<const PlannedSegment> plan) {
  SegmentReader reader(loader, plan);
  for (const auto& mark : marks) reader.take(mark);
  return reader.finish();
}

std::vector<contract::Segment> merge_ranks(std::span<const ProgramMarks> ranks) {
  std::vector<contract::Segment> out;
  if (ranks.empty()) return out;
  std::size_t shared = ranks.front().segments.size();
  for (const auto& rank : ranks) shared = std::min(shared, rank.segments.size());
  for (std::size_t i = 0; i < shared; ++i) {
    contract::Segment sum = ranks.front().segments[i];
    std::vector<double> longest = ranks.front().waits[i];
    for (const auto& rank : ranks.subspan(1)) {
      sum.batches = std::min(sum.batches, rank.segments[i].batches);
      sum.samples += rank.segments[i].samples;
      sum.seconds = std::max(sum.seconds, rank.segments[i].seconds);
      for (std::size_t k = 0; k < std::min(longest.size(), rank.waits[i].size()); ++k)
        longest[k] = std::max(longest[k], rank.waits[i][k]);
    }
    sum.wait_seconds = std::min(sum.seconds, std::accumulate(longest.begin(), longest.end(), 0.0));
    out.push_back(sum);
  }
  return out;
}

}  // namespace feedrate::measure
