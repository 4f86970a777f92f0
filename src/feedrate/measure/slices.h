// What a cell did while it was thawed -> its rate in slices, and whether freezing was harmless. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "feedrate/contract/marks/format.h"
#include "feedrate/contract/record/evidence.h"

namespace feedrate::measure {

// One slice of one cell.
struct Slice {
  std::int64_t thawed_ns = 0;  // monotonic clock, just before the thaw
  std::int64_t frozen_ns = 0;  // just after the freeze
  std::int64_t counted = 0;    // samples_done at the freeze less at the thaw
  bool is_short = false;
  int group = 0;  // neighbours share a number; in a burn-in, short ones and a long one
};

// Whether a subject's counter can stand for what it hands out. Samples that are counted twice, or made and dropped
// where an epoch ends, would be rate otherwise.
bool is_trusted(const contract::SampleCount& samples);

// How the work in slices is counted: by counters where the subject keeps any that can be trusted and never went back,
// else by batch marks on the cell's own clock (thawed time); by those too where a counter moves a batch at a time and
// slices hold few.
// Around the ends of epochs, within `held` batches, neither work nor time counts; unless most short or most long slices
// touch one: epochs are then too short to be left out.
struct Counting {
  bool has_counter = false;
  std::int64_t held = 1;  // batches that the subject may hold back
};
std::optional<contract::SliceEvidence> measure_slices(std::span<const Slice> slices, const Counting& counting,
                                                      std::span<const contract::marks::Mark> marks);

bool counts_epoch_ends(std::span<const Slice> slices, const Counting& counting,
                       std::span<const contract::marks::Mark> marks);

// ln(rate in short / rate in long slices) with a 99 % jackknife interval over whole groups; absent under 3 of
// them, without work or without long slices.
std::optional<contract::FreezeCheck> check_freezing(std::span<const Slice> slices);

// What the 99 % interval must stay inside for freezing to be called harmless: as narrow as a minute of slices resolves
// on a noisy machine (docs/method.md). An effect that is surely there must be smaller than the second.
inline constexpr double kHarmless = 0.10;
inline constexpr double kHarmlessIfReal = 0.03;
bool is_harmless(const contract::FreezeCheck& check);
// Surely beyond what may be, although it is looked at after every group of slices: more of them would not change that.
bool is_harmful(const contract::FreezeCheck& check);

}  // namespace feedrate::measure
